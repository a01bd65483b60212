// A server on this machine for the page, three.js and our build of the visualizer, which takes
// what the page has to say.

import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';

const TYPES = {
	'.html': 'text/html; charset=utf-8',
	'.js': 'text/javascript; charset=utf-8',
	'.mjs': 'text/javascript; charset=utf-8',
	'.json': 'application/json',
	'.css': 'text/css; charset=utf-8',
	'.wasm': 'application/wasm',
};

// A page that is isolated from others has a finer clock.
const ISOLATED = {
	'Cross-Origin-Opener-Policy': 'same-origin',
	'Cross-Origin-Embedder-Policy': 'require-corp',
	'Cache-Control': 'no-store',
};

/** The file of an address, within the folder that its beginning stands for; or nothing. */
function fileOf( path, folders ) {

	const prefix = Object.keys( folders ).find( ( prefix ) => path.startsWith( prefix ) );
	if ( prefix === undefined ) return undefined;
	const folder = normalize( folders[ prefix ] + sep );
	const file = normalize( join( folder, path.slice( prefix.length ) || 'index.html' ) );
	return file.startsWith( folder ) ? file : undefined;

}

async function give( path, folders, response ) {

	const file = fileOf( path, folders );
	try {

		const content = await readFile( file );
		response.writeHead( 200, { 'Content-Type': TYPES[ extname( file ) ] ?? 'application/octet-stream', ...ISOLATED } );
		response.end( content );

	} catch {

		response.writeHead( 404 ).end();

	}

}

async function textOf( request ) {

	const chunks = [];
	for await ( const chunk of request ) chunks.push( chunk );
	return Buffer.concat( chunks ).toString();

}

/**
 * Serves `folders`, an object from the beginning of an address to a folder, the more special
 * first, and calls `listeners[ path ]` with what the page posts there. Gives the port and a
 * function that ends it.
 */
export async function serve( folders, listeners ) {

	const server = createServer( async ( request, response ) => {

		const path = decodeURIComponent( new URL( request.url, 'http://localhost' ).pathname );
		if ( request.method !== 'POST' ) return give( path, folders, response );
		const listener = listeners[ path ];
		const value = JSON.parse( await textOf( request ) );
		response.writeHead( listener ? 204 : 404 ).end();
		listener?.( value );

	} );
	await new Promise( ( resolve ) => server.listen( 0, '127.0.0.1', resolve ) );
	return {
		port: server.address().port,
		close() {

			server.closeAllConnections();
			server.close();

		},
	};

}
