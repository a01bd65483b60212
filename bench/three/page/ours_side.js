// Our sorts, from the visualizer's WebAssembly. The visualizer's own page lies in a frame, which
// starts the module as it must be started; it plays nothing, and its hooks are not used.

let module;

/** Whether the module, which the page shows before it is compiled, can be called. */
function runs( module ) {

	try {

		return Boolean( module?.state() );

	} catch {

		return false;

	}

}

/** Opens the frame, and waits until the module runs. */
export async function open() {

	const frame = document.createElement( 'iframe' );
	frame.src = '/ours/index.html?play=0&n=2';
	frame.width = frame.height = 100;
	document.body.append( frame );
	const until = performance.now() + 60_000;
	while ( ! runs( frame.contentWindow.bitonic ) ) {

		if ( performance.now() > until ) throw new Error( 'the visualizer does not start: was it built?' );
		await new Promise( ( resolve ) => setTimeout( resolve, 100 ) );

	}

	module = frame.contentWindow.bitonic;

}

/** What runs a timer of ours as the sorts of three.js are run. */
function running( timer, bitsOf ) {

	return {
		async warm( keys ) {

			await timer.write( bitsOf( keys ) );
			await timer.run();

		},
		async time( keys ) {

			await timer.write( bitsOf( keys ) );
			const start = performance.now();
			await timer.run();
			return performance.now() - start;

		},
		free: () => timer.free(),
		dispatches: timer.dispatches,
	};

}

/** A BitonicSort for each workgroup size; 0 is what suits the device. */
export async function bitonic( count, sizes, type ) {

	const bitsOf = ( keys ) => new Uint32Array( keys.buffer );
	const ArrayOf = { u32: Uint32Array, f32: Float32Array }[ type ];
	return Promise.all( sizes.map( async ( size ) => {

		const timer = await module.BitonicTimer.create( type, count, size );
		return {
			...running( timer, bitsOf ),
			name: size === 0
				? `bitonic, left to the device (of ${ timer.workgroup_size })`
				: `bitonic, workgroups of ${ timer.workgroup_size }`,
			sorted: async () => new ArrayOf( ( await timer.read() ).slice().buffer ),
		};

	} ) );

}

/** A CountingSort of keys that are their own bins. */
export async function counting( count, binCount ) {

	const timer = await module.CountingTimer.create( count, binCount );
	return [ {
		...running( timer, ( keys ) => keys ),
		name: 'bitonic',
		order: () => timer.order(),
	} ];

}
