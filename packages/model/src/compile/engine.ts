/**
 * Whether `JSON.stringify` writes plain data faster than generated code: in V8 from 13.8 (detected by a feature of
 * 14.0) and in JavaScriptCore.
 */
export const HAS_FAST_STRINGIFY: boolean = 'fromBase64' in Uint8Array
