import { build } from 'esbuild'

/** A program bundled into one file for browsers. */
export interface Bundle {
  readonly code: string
  /** The packages it still imports. */
  readonly imports: readonly string[]
  /** Its files with the code that each one adds, in the order of the bundle. */
  readonly parts: readonly { readonly file: string; readonly code: string }[]
}

/** How a program is bundled: packages that stay imports, and packages that are replaced by others. */
export interface BundleOptions {
  readonly external?: readonly string[]
  readonly alias?: Readonly<Record<string, string>>
}

/** Bundles and minifies a program for browsers with esbuild. */
export async function buildForBrowser(
  program: string,
  { external = [], alias = {} }: BundleOptions = {},
): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: program, resolveDir: import.meta.dirname, loader: 'ts' },
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2024',
    external: [...external],
    alias,
    outfile: 'bundle.js',
  })
  const [output] = Object.values(metafile.outputs)
  const code = outputFiles[0]?.text ?? ''
  return {
    code,
    imports: output?.imports.map(({ path }) => path) ?? [],
    parts: cutParts(code, Object.entries(output?.inputs ?? {})),
  }
}

/** The metafile lists the files in the order of the bundle, which is ASCII; what remains after them are the exports. */
function cutParts(
  code: string,
  inputs: readonly (readonly [file: string, { readonly bytesInOutput: number }])[],
): Bundle['parts'] {
  let end = 0
  return inputs.map(([file, { bytesInOutput }]) => {
    const start = end
    end += bytesInOutput
    return { file, code: code.slice(start, end) }
  })
}
