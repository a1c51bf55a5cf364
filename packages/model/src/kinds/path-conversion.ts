import type { Invalid } from '../issues/result.ts'
import { Conversion } from './conversion.ts'
import type { Kind } from './kind.ts'

/** A conversion whose places are paths through the input: no label of a union's member, and none of a key, is among their steps. */
export class PathConversion extends Conversion {
  override convertMember<Out>(kind: Kind<Out>, input: unknown): Out | Invalid {
    return kind.convert(input, this)
  }
}
