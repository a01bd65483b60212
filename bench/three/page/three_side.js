// three.js's sorts, as a program that uses three.js would run them, with the keys put in
// place and read back outside of what is timed.

import * as THREE from 'three/webgpu';
import { instanceIndex, instancedArray, storage, uint } from 'three/tsl';
import { BitonicSort } from 'three/addons/gpgpu/BitonicSort.js';
import { CountingSort } from 'three/addons/gpgpu/CountingSort.js';

export const REVISION = THREE.REVISION;

const ARRAYS = { u32: Uint32Array, f32: Float32Array };
const TYPES = { u32: 'uint', f32: 'float' };

/** A renderer that computes on WebGPU, or an error. */
export async function renderer() {

	const made = new THREE.WebGPURenderer();
	await made.init();
	if ( made.backend.isWebGPUBackend !== true ) throw new Error( 'three.js found no WebGPU here' );
	made.backend.device.addEventListener( 'uncapturederror', ( event ) => {

		throw new Error( event.error.message );

	} );
	return made;

}

export const deviceOf = ( made ) => made.backend.device;

/** Milliseconds from the call of `submit` until the queue's work is done. */
export async function timed( device, submit ) {

	const start = performance.now();
	submit();
	await device.queue.onSubmittedWorkDone();
	return performance.now() - start;

}

/** A copy follows where the number of global exchanges is odd. */
function dispatchesOfAlign( sort ) {

	const rounds = Math.log2( sort.count ) - Math.log2( 2 * sort.workgroupSize );
	return rounds * ( rounds + 1 ) / 2 % 2;

}

/** A BitonicSort over a buffer of its own. */
export function bitonic( made, count, workgroupSize, type = 'u32' ) {

	const buffer = instancedArray( new ARRAYS[ type ]( count ), TYPES[ type ] );
	const sort = new BitonicSort( made, buffer, { workgroupSize } );
	const device = deviceOf( made );
	return {
		sort,
		name: 'three.js, workgroups of 64',
		dispatches: 2 * sort.stepCount + dispatchesOfAlign( sort ),
		// three.js uploads an array when it first computes with it; before that there is no buffer.
		async warm( keys ) {

			buffer.value.array.set( keys );
			sort.compute( made );
			await device.queue.onSubmittedWorkDone();

		},
		async time( keys ) {

			device.queue.writeBuffer( made.backend.get( buffer.value ).buffer, 0, keys );
			await device.queue.onSubmittedWorkDone();
			return timed( device, () => sort.compute( made ) );

		},
		async sorted() {

			return new ARRAYS[ type ]( await made.getArrayBufferAsync( buffer.value ) );

		},
		async info() {

			return [ ...new Uint32Array( await made.getArrayBufferAsync( sort.infoStorage.value ) ) ];

		},
	};

}

/** A CountingSort of keys below `binCount`, whose bins are the keys themselves. */
export function counting( made, count, binCount ) {

	const attribute = new THREE.StorageBufferAttribute( new Uint32Array( count ), 1, Uint32Array );
	const keysRead = storage( attribute, 'uint', count ).toReadOnly();
	const sort = new CountingSort( count, { binCount } );
	sort.setBinNode( () => uint( keysRead.element( instanceIndex ) ) );
	const device = deviceOf( made );
	return {
		sort,
		name: 'three.js',
		dispatches: 4,
		async warm( keys ) {

			attribute.array.set( keys );
			sort.compute( made );
			await device.queue.onSubmittedWorkDone();

		},
		async time( keys ) {

			device.queue.writeBuffer( made.backend.get( attribute ).buffer, 0, keys );
			await device.queue.onSubmittedWorkDone();
			return timed( device, () => sort.compute( made ) );

		},
		async order() {

			return new Uint32Array( await made.getArrayBufferAsync( sort.orderAttribute ) );

		},
	};

}
