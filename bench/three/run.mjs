// The runner: see README.md. Serves the page, opens it, and prints what it answers.

import { parseArgs } from 'node:util';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import * as chromium from './chromium.mjs';
import { serve } from './serve.mjs';

const HERE = dirname( fileURLToPath( import.meta.url ) );

/** Opens the page with `wanted` in its address; its answer, or an error. */
async function ask( wanted, ours, patience ) {

	const folders = {
		'/three/': join( HERE, 'node_modules/three' ),
		...( ours && { '/ours/': ours } ),
		'/': join( HERE, 'page' ),
	};
	let close = () => {};
	let server;
	try {

		return await new Promise( ( resolve, reject ) => {

			setTimeout( () => reject( new Error( `no answer after ${ patience } s` ) ), patience * 1000 ).unref();
			const listeners = {
				'/done': resolve,
				'/failed': ( text ) => reject( new Error( text ) ),
				'/said': ( line ) => console.error( line ),
			};
			serve( folders, listeners ).then( ( serving ) => {

				server = serving;
				close = chromium.open( `http://localhost:${ server.port }/?${ new URLSearchParams( wanted ) }`, reject );

			}, reject );

		} );

	} finally {

		close();
		server?.close();

	}

}

const { values, positionals } = parseArgs( {
	allowPositionals: true,
	options: {
		n: { type: 'string', default: '16384' },
		w: { type: 'string', default: '64' },
	},
} );

const task = positionals[ 0 ] ?? 'bench';
const answer = await ask( { task, ...values }, undefined, 600 );
if ( task === 'steps' ) console.log( stepsDocument( answer ) );
process.exit( 0 );

/** The order of steps as JSON, a line for each step. */
function stepsDocument( { steps, ...facts } ) {

	const origin = `found by running BitonicSort of the npm package three 0.187.0, step by step, in ${ chromium.version() }; `
		+ '`info` was read back after each step: [kind of the next, its span, largest span so far]';
	const head = Object.entries( { origin, ...facts } ).map( ( [ name, value ] ) => ` ${ JSON.stringify( name ) }: ${ JSON.stringify( value ) },` );
	const lines = steps.map( ( step ) => `  ${ JSON.stringify( step ) }` );
	return `{\n${ head.join( '\n' ) }\n "steps": [\n${ lines.join( ',\n' ) }\n ]\n}`;

}
