// The runner: see README.md. Serves the page, opens it, and prints what it answers.

import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import * as chromium from './chromium.mjs';
import { serve } from './serve.mjs';

import { benchPage, stepsDocument } from './report.mjs';

const HERE = dirname( fileURLToPath( import.meta.url ) );

/** Seconds that an answer may take. */
const PATIENCE = 3600;

/** Processes that want a core, over 1, 5 and 15 minutes. */
const load = () => loadavg().map( ( mean ) => mean.toFixed( 2 ) ).join( ', ' );

/** The version of the workspace and of its wgpu. */
function versions() {

	const file = ( name ) => readFileSync( join( HERE, '../..', name ), 'utf8' );
	const [ , own ] = file( 'Cargo.toml' ).match( /^version = "(.*)"/m );
	const [ , wgpu ] = file( 'Cargo.lock' ).match( /^name = "wgpu"\nversion = "(.*)"/m );
	return `${ own }, as WebAssembly, on wgpu ${ wgpu }`;

}

/** Opens the page with `wanted` in its address; its answer, or an error. */
async function ask( wanted, ours, patience ) {

	const folders = {
		'/three/': join( HERE, 'node_modules/three' ),
		'/ours/': ours,
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
		log2: { type: 'string', default: '14,18,20' },
		types: { type: 'string', default: 'u32,f32' },
		turns: { type: 'string', default: '7' },
		date: { type: 'string', default: '' },
		ours: { type: 'string', default: join( HERE, '../../examples/visualizer/dist' ) },
		n: { type: 'string', default: '16384' },
		w: { type: 'string', default: '64' },
	},
} );

/** What can be asked, and how its answer is printed. */
const TASKS = { bench: benchPage, steps: stepsDocument };

const task = positionals[ 0 ] ?? 'bench';
try {

	const print = TASKS[ task ];
	if ( print === undefined ) throw new Error( `no task ${ task }: there are ${ Object.keys( TASKS ).join( ', ' ) }` );
	const { date, ours, ...wanted } = values;
	const loads = [ load() ];
	const answer = await ask( { task, ...wanted }, ours, PATIENCE );
	loads.push( load() );
	console.log( print( answer, { date, loads, chromium: chromium.version(), ours: versions() } ) );

} catch ( error ) {

	console.error( `error: ${ error.message }` );
	process.exitCode = 1;

}

process.exit();
