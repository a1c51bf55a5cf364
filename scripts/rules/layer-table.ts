/** The layers of a package's source folder. A unit is a file or folder directly in it, without `.ts`. */
export interface Layers {
  readonly folder: string
  /** From the bottom up. A unit may import from lower layers, and from units of its own layer that do not import it. */
  readonly stack: readonly (readonly string[])[]
  /** Units that may import only from these. */
  readonly narrow: Readonly<Record<string, readonly string[]>>
}

/** The packages whose source folder is stacked. */
export const layerTable: readonly Layers[] = [
  {
    folder: 'packages/model/src',
    stack: [
      ['text', 'issues', 'schema', 'compile'],
      ['rules'],
      ['kinds'],
      ['field'],
      ['infer', 'standard-schema', 'converter'],
      ['camel-case', 'model'],
      ['index', 'pattern-annotation'],
    ],
    narrow: {},
  },
  {
    folder: 'packages/contract/src',
    stack: [
      [
        'errors',
        'error-dialect',
        'incoming',
        'status',
        'attempt',
        'empty-stream',
        'joined-bytes',
        'loop-hold',
        'longest-timeout',
        'named-object',
        'option-mistakes',
      ],
      ['route', 'cors'],
      ['contract'],
      ['review'],
      ['bind', 'reply', 'describe'],
      ['handler', 'compiled-operation', 'documents'],
      ['turn', 'compile-contract'],
      ['exchange'],
      ['adapters'],
      ['api', 'client', 'wrap-exchange'],
      ['index'],
    ],
    narrow: {
      cors: [],
      adapters: [
        'incoming',
        'exchange',
        'status',
        'empty-stream',
        'joined-bytes',
        'loop-hold',
        'longest-timeout',
        'option-mistakes',
      ],
    },
  },
]

/** Imports that are forbidden to one part of the workspace. */
export interface Ban {
  readonly from: RegExp
  readonly except?: RegExp
  /** Matched against the path of a relative import, or the specifier of any other. */
  readonly of: RegExp
  readonly message: string
}

/** Rules beside the layers, between packages and inside the service. */
export const bans: readonly Ban[] = [
  {
    from: /^packages\/model\//,
    of: /^(?:@postern\/contract|postern)(?:\/|$)/,
    message: 'The model stands below the contract and the service',
  },
  {
    from: /^packages\/contract\//,
    of: /^postern(?:\/|$)/,
    message: 'The contract stands below the service',
  },
  {
    from: /^service\/src\/(?:posts|users|sessions)\//,
    of: /^service\/src\/(?:storage|commands|app\.ts|main\.ts)/,
    message: 'Storage implements the interfaces of posts, users and sessions; they do not know it',
  },
  {
    from: /^service\/src\//,
    except: /^service\/src\/storage\//,
    of: /^(?:node:sqlite|postgres)$/,
    message: 'Database drivers are imported under storage/ only',
  },
  {
    from: /^service\/src\/(?:.*\/)?handlers\.ts$/,
    of: /^(?:node:(?:https?|http2|net)|@postern\/contract\/node)$/,
    message: 'Handlers know no HTTP',
  },
]
