// A Chromium without a window, on a profile that is gone afterwards.

import { spawn, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PROGRAM = process.env.CHROMIUM ?? 'chromium';

const FLAGS = [
	'--headless=new',
	'--enable-unsafe-webgpu',
	'--no-sandbox',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
	// The page is never in front, and is not to be slowed down for that.
	'--disable-background-timer-throttling',
	'--disable-renderer-backgrounding',
];

/** Its own words for its version. */
export function version() {

	return execFileSync( PROGRAM, [ '--version' ], { encoding: 'utf8', stdio: [ 'ignore', 'pipe', 'ignore' ] } ).trim();

}

/** Opens `address`; the answer ends the browser. `exited` is called where it ends by itself. */
export function open( address, exited ) {

	const profile = mkdtempSync( join( tmpdir(), 'bitonic-chromium-' ) );
	const browser = spawn( PROGRAM, [ ...FLAGS, `--user-data-dir=${ profile }`, address ], {
		stdio: 'ignore',
		// A group of its own, so that its helpers end with it.
		detached: true,
	} );
	const clear = () => rmSync( profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 } );
	let ended = false;
	browser.on( 'error', exited );
	browser.on( 'exit', ( code ) => ended || exited( new Error( `${ PROGRAM } ended by itself, with code ${ code }` ) ) );
	return () => {

		if ( ended ) return;
		ended = true;
		try {

			process.kill( - browser.pid, 'SIGKILL' );

		} catch {

			// It is gone already.

		}

		clear();

	};

}
