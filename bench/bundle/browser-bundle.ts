import { build } from 'esbuild'

/** A program made one file for browsers. */
export interface Bundle {
  readonly code: string
  /** What it still imports. */
  readonly imports: readonly string[]
  /** Its files with what they add, the largest first. */
  readonly parts: readonly { readonly file: string; readonly bytes: number }[]
}

/** Bundles and minifies a program for browsers with esbuild; packages named in `external` stay imports. */
export async function buildForBrowser(
  program: string,
  { external = [] }: { readonly external?: readonly string[] } = {},
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
    outfile: 'bundle.js',
  })
  const [output] = Object.values(metafile.outputs)
  const parts = Object.entries(output?.inputs ?? {}).map(([file, { bytesInOutput: bytes }]) => ({
    file,
    bytes,
  }))
  return {
    code: outputFiles[0]?.text ?? '',
    imports: output?.imports.map(({ path }) => path) ?? [],
    parts: parts.sort((a, b) => b.bytes - a.bytes),
  }
}
