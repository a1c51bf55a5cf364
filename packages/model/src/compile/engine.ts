/** Whether `JSON.stringify` writes plain data faster than generated code can: V8 from 13.8 (told by what came with 14.0) and
 *  JavaScriptCore. */
export const HAS_FAST_STRINGIFY: boolean = 'fromBase64' in Uint8Array
