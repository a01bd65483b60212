// What the page is asked for, by its address, and the answer as one JSON document to the
// server. Anything that goes wrong, here or on the GPU, is an answer too.

import { bench } from './bench.js';
import { steps } from './steps.js';

const TASKS = { bench, steps };

async function tell( path, value ) {

	await fetch( path, { method: 'POST', body: JSON.stringify( value ) } );

}

/** A line for whoever waits at the terminal. */
const say = ( line ) => tell( '/said', line );

const failed = ( error ) => tell( '/failed', String( error?.stack ?? error ) );

addEventListener( 'error', ( event ) => failed( event.error ?? event.message ) );
addEventListener( 'unhandledrejection', ( event ) => failed( event.reason ) );

const wanted = Object.fromEntries( new URLSearchParams( location.search ) );

try {

	await tell( '/done', await TASKS[ wanted.task ]( wanted, say ) );

} catch ( error ) {

	await failed( error );

}
