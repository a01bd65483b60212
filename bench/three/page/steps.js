// The order of three.js's steps, found by running them: which kernels each call of
// computeStep() dispatches, what `info` holds behind it, and where the keys lie.

import { keysOf } from './keys.js';
import { REVISION, bitonic, renderer } from './three_side.js';

const KINDS = [ 'none', 'swap local', 'disperse local', 'flip global', 'disperse global' ];

/** The names of the kernels of a sort, by object. */
function names( sort ) {

	const named = new Map( [
		[ sort.swapLocalFn, 'swap local' ],
		[ sort.setAlgoFn, 'set algorithm' ],
		[ sort.alignFn, 'align' ],
		[ sort.resetFn, 'reset' ],
	] );
	for ( const buffer of [ 'Data', 'Temp' ] ) {

		named.set( sort.flipGlobalNodes[ buffer ], 'flip global' );
		named.set( sort.disperseGlobalNodes[ buffer ], 'disperse global' );
		named.set( sort.disperseLocalNodes[ buffer ], 'disperse local' );

	}

	return named;

}

export async function steps( wanted, say ) {

	const [ count, workgroupSize ] = [ Number( wanted.n ), Number( wanted.w ) ];
	const made = await renderer();
	const { sort, warm, sorted, info } = bitonic( made, count, workgroupSize );
	const keys = keysOf( 'u32', count, 1 );
	await warm( keys );
	const named = names( sort );

	// What a step dispatches is seen where three.js hands it to the device.
	let dispatched = [];
	const compute = made.compute.bind( made );
	made.compute = ( nodes ) => {

		dispatched = [ nodes ].flat().map( ( node ) => named.get( node ) );
		return compute( nodes );

	};

	const initial = await info();
	const list = [];
	for ( let step = 0; step < sort.stepCount; step ++ ) {

		const before = await info();
		sort.computeStep( made );
		if ( dispatched[ 0 ] !== KINDS[ before[ 0 ] ] ) throw new Error( `step ${ step }: info promised ${ before }` );
		list.push( {
			kind: dispatched[ 0 ],
			span: before[ 1 ],
			dispatches: dispatched,
			read_buffer_after: sort.readBufferName,
			info_after: await info(),
		} );

	}

	const result = await sorted();
	for ( let i = 1; i < count; i ++ ) if ( result[ i - 1 ] > result[ i ] ) throw new Error( `not sorted at ${ i }` );
	await say( `three.js r${ REVISION } sorted ${ count } keys in ${ list.length } steps` );
	return {
		three_revision: REVISION,
		count,
		workgroup_size: sort.workgroupSize,
		dispatch_size: sort.dispatchSize,
		swap_op_count: sort.swapOpCount,
		step_count: sort.stepCount,
		initial_info: initial,
		steps: list,
	};

}
