// Keys to sort, the same for whoever sorts them, and what sorting must give.

/** Words without a pattern: the generator mulberry32 (T. Ettinger, 2017), public domain. */
function words( count, seed ) {

	const made = new Uint32Array( count );
	let state = seed >>> 0;
	for ( let i = 0; i < count; i ++ ) {

		state = ( state + 0x6D2B79F5 ) >>> 0;
		let word = Math.imul( state ^ ( state >>> 15 ), state | 1 );
		word ^= word + Math.imul( word ^ ( word >>> 7 ), word | 61 );
		made[ i ] = ( word ^ ( word >>> 14 ) ) >>> 0;

	}

	return made;

}

/** Uniform keys: all of u32, or f32 from -1 to 1. */
export function keysOf( type, count, seed ) {

	const made = words( count, seed );
	switch ( type ) {

		case 'u32': return made;
		case 'f32': return Float32Array.from( made, ( word ) => word / 2 ** 31 - 1 );
		default: throw new Error( `no keys of type ${ type }` );

	}

}

/** Uniform keys below `bins`. */
export function keysBelow( bins, count, seed ) {

	return words( count, seed ).map( ( word ) => word % bins );

}

/** Throws unless `found` is `keys` in ascending order. */
export function checkSorted( keys, found, name ) {

	// The comparison of typed arrays is by number.
	const expected = keys.slice().sort();
	const wrong = expected.findIndex( ( key, i ) => key !== found[ i ] );
	if ( wrong >= 0 || found.length !== expected.length ) {

		throw new Error( `${ name }: wrong at ${ wrong } of ${ expected.length }: ${ found[ wrong ] }, not ${ expected[ wrong ] }` );

	}

}

/** Throws unless `order` is a permutation that puts `keys` in ascending order. */
export function checkOrder( keys, order, name ) {

	const seen = new Uint8Array( keys.length );
	for ( const index of order ) seen[ index ] = 1;
	if ( order.length !== keys.length || seen.includes( 0 ) ) throw new Error( `${ name }: not a permutation` );
	checkSorted( keys, keys.map( ( _, i ) => keys[ order[ i ] ] ), name );

}
