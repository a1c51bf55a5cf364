import type { Invalid } from '../issues/result.ts'
import { Conversion } from './conversion.ts'
import type { Kind } from './kind.ts'

/** A conversion whose locations are paths through the input, without labels for union members or record keys. */
export class PathConversion extends Conversion {
  override convertMember<Out>(kind: Kind<Out>, input: unknown): Out | Invalid {
    return kind.convert(input, this)
  }
}
