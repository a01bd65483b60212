// What the page answers, as text for a file.

import { cpus } from 'node:os';

/** The order of steps as JSON, a line for each step. */
export function stepsDocument( { steps, ...facts }, { chromium } ) {

	const origin = `found by running BitonicSort of the npm package three 0.187.0, step by step, in ${ chromium }; `
		+ '`info` was read back after each step: [kind of the next, its span, largest span so far]';
	const head = Object.entries( { origin, ...facts } ).map( ( [ name, value ] ) => ` ${ JSON.stringify( name ) }: ${ JSON.stringify( value ) },` );
	const lines = steps.map( ( step ) => `  ${ JSON.stringify( step ) }` );
	return `{\n${ head.join( '\n' ) }\n "steps": [\n${ lines.join( ',\n' ) }\n ]\n}`;

}

const milliseconds = ( time ) => time.toFixed( time < 100 ? 2 : 0 );

function summary( times ) {

	const sorted = times.toSorted( ( a, b ) => a - b );
	const middle = sorted.length >> 1;
	const median = sorted.length % 2 ? sorted[ middle ] : ( sorted[ middle - 1 ] + sorted[ middle ] ) / 2;
	return { median, least: sorted[ 0 ], most: sorted.at( - 1 ) };

}

/** A table in Markdown, its columns as wide as they must be. The first two are words. */
function table( head, rows ) {

	const width = head.map( ( _, i ) => Math.max( ...[ head, ...rows ].map( ( row ) => row[ i ].length ) ) );
	const line = ( row ) => `| ${ row.map( ( cell, i ) => i < 2 ? cell.padEnd( width[ i ] ) : cell.padStart( width[ i ] ) ).join( ' | ' ) } |`;
	const rule = `|${ width.map( ( w, i ) => i < 2 ? '-'.repeat( w + 2 ) : '-'.repeat( w + 1 ) + ':' ).join( '|' ) }|`;
	return [ line( head ), rule, ...rows.map( line ) ].join( '\n' );

}

/** A row of a table for each result; those of one size follow each other, three.js's first. */
function rowsOf( results ) {

	let first;
	return results.map( ( { type, log2, name, dispatches, times }, i ) => {

		const before = results[ i - 1 ];
		const { median, least, most } = summary( times );
		if ( before?.log2 !== log2 || before?.type !== type ) first = median;
		return [
			`2^${ log2 } ${ type }`, name, String( dispatches ), milliseconds( median ), milliseconds( least ), milliseconds( most ),
			( 2 ** log2 / median / 1e3 ).toFixed( 2 ), ( first / median ).toFixed( 2 ),
		];

	} );

}

const HEAD = [ 'keys', 'on', 'dispatches', 'ms', 'least', 'most', 'M keys/s', 'three.js is 1' ];

/** The page of a run, in Markdown. */
export function benchPage( { three, adapter, results }, { date, loads, chromium, ours } ) {

	const of = ( method ) => results.filter( ( result ) => result.method === method );
	const turns = results[ 0 ].times.length;
	return [
		`# three.js${ date && `, ${ date }` }`,
		'',
		`\`${ [ 'bench/three/run', ...process.argv.slice( 2 ) ].join( ' ' ) }\``,
		'',
		...( date ? [ `- date: ${ date }` ] : [] ),
		`- browser: ${ chromium }, headless`,
		`- three.js: r${ three }, of the npm package three 0.187.0`,
		`- bitonic: ${ ours }`,
		`- adapter: ${ adapter }`,
		`- processor: ${ cpus()[ 0 ].model.trim() }, ${ cpus().length } cores`,
		`- load at the start: ${ loads[ 0 ] }; at the end: ${ loads[ 1 ] }`,
		`- times: median of ${ turns }, in turns, on one page; from the submission until the queue's work is done`,
		'',
		'## BitonicSort',
		'',
		table( HEAD, rowsOf( of( 'bitonic' ) ) ),
		'',
		'## CountingSort, 4096 bins',
		'',
		table( HEAD, rowsOf( of( 'counting' ) ) ),
	].join( '\n' );

}
