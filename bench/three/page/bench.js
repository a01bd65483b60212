// Sorts of the same keys, in turns, each timed from the call that submits it until the queue's
// work is done. Every result is read back and compared with a sort by JavaScript.

import { checkOrder, checkSorted, keysBelow, keysOf } from './keys.js';
import * as ours from './ours_side.js';
import * as three from './three_side.js';

/** The bins of CountingSort. */
const BINS = 4096;

/** Milliseconds of each turn of each sorter, which take turns so that what disturbs hits all. */
async function inTurns( sorters, keys, turns ) {

	const times = sorters.map( () => [] );
	for ( const sorter of sorters ) await sorter.warm( keys );
	for ( let turn = 0; turn < turns; turn ++ ) {

		for ( let i = 0; i < sorters.length; i ++ ) {

			// Whoever comes first is another one each turn.
			const which = ( i + turn ) % sorters.length;
			times[ which ].push( await sorters[ which ].time( keys ) );

		}

	}

	return times;

}

function rows( what, sorters, times ) {

	return sorters.map( ( { name, dispatches }, i ) => ( { ...what, name, dispatches, times: times[ i ] } ) );

}

async function bitonic( renderer, type, log2, turns ) {

	const count = 2 ** log2;
	const keys = keysOf( type, count, log2 );
	const sorters = [
		three.bitonic( renderer, count, 64, type ),
		...await ours.bitonic( count, [ 64, 0 ], type ),
	];
	const times = await inTurns( sorters, keys, turns );
	for ( const sorter of sorters ) {

		checkSorted( keys, await sorter.sorted(), sorter.name );
		sorter.free?.();

	}

	return rows( { method: 'bitonic', type, log2 }, sorters, times );

}

async function counting( renderer, log2, turns ) {

	const count = 2 ** log2;
	const keys = keysBelow( BINS, count, log2 );
	const sorters = [
		three.counting( renderer, count, BINS ),
		...await ours.counting( count, BINS ),
	];
	const times = await inTurns( sorters, keys, turns );
	for ( const sorter of sorters ) {

		checkOrder( keys, await sorter.order(), sorter.name );
		sorter.free?.();

	}

	return rows( { method: 'counting', type: 'u32', log2 }, sorters, times );

}

async function adapter() {

	const { info } = await navigator.gpu.requestAdapter();
	return [ info.vendor, info.architecture, info.device, info.description ].filter( Boolean ).join( ' ' );

}

export async function bench( wanted, say ) {

	const turns = Number( wanted.turns );
	const renderer = await three.renderer();
	await ours.open();
	const results = [];
	for ( const log2 of wanted.log2.split( ',' ).map( Number ) ) {

		for ( const type of wanted.types.split( ',' ) ) {

			await say( `BitonicSort, 2^${ log2 } ${ type }` );
			results.push( ...await bitonic( renderer, type, log2, turns ) );

		}

		await say( `CountingSort, 2^${ log2 }` );
		results.push( ...await counting( renderer, log2, turns ) );

	}

	return { three: three.REVISION, adapter: await adapter(), results };

}
