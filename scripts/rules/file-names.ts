import { isProgram, type Problem, problemAt, type Workspace } from './workspace.ts'

const forbidden = new Set(['utils', 'util', 'helpers', 'helper', 'common', 'shared', 'lib', 'misc'])

/** No file or folder has a name that says nothing, such as `utils`. */
export function fileNames({ files }: Workspace): Problem[] {
  return files.filter(isProgram).flatMap((file) => {
    const parts = file.path.split('/').flatMap((part) => part.replace(/\..*$/, '').split('-'))
    const found = parts.find((part) => forbidden.has(part))
    return found === undefined ? [] : [problemAt(file, 0, `'${found}' names nothing of the domain`)]
  })
}
