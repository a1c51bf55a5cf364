#!/usr/bin/env node
// Old-style plain JavaScript, so that an old Node shows the message instead of a syntax error.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import module, { createRequire } from 'node:module'
import { constants, homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const needed = 24
const relaunched = 'POSTERN_RELAUNCHED'
const builtProgram = new URL('../bundle/main.js', import.meta.url)

launch()

function launch() {
  if (Number(process.versions.node.split('.')[0]) >= needed) {
    start()
    return
  }
  const node = process.env[relaunched] ? undefined : installedNode()
  if (node) relaunch(node)
  else refuse()
}

/** Starts the built program if there is one, otherwise the sources, which Node 24 runs as they are. */
function start() {
  silenceNotices()
  keepCompiledCode()
  import(existsSync(builtProgram) ? builtProgram.href : new URL('./sources.js', import.meta.url).href)
}

/** The second start takes half the time of the first. Without a writable cache folder, every start is a first one. */
function keepCompiledCode() {
  const caches = process.env.XDG_CACHE_HOME || homeCaches()
  if (caches && module.enableCompileCache) module.enableCompileCache(join(caches, 'postern'))
}

/** Undefined for a user that the system does not know, as in a container that runs under a bare number. */
function homeCaches() {
  try {
    return join(homedir(), '.cache')
  } catch (_) {
    return undefined
  }
}

/**
 * node:sqlite warns once per process that it is experimental; Node 24 does the same for type stripping. Other
 * warnings stay.
 */
function silenceNotices() {
  const emitWarning = process.emitWarning
  process.emitWarning = (warning, ...rest) => {
    const type = rest[0] && typeof rest[0] === 'object' ? rest[0].type : rest[0]
    if (type === 'ExperimentalWarning' && /SQLite|Type Stripping|stripTypeScriptTypes/.test(String(warning)))
      return
    emitWarning.call(process, warning, ...rest)
  }
}

/** The Node that npm installs next to this program as the optional package `node`; npm may have skipped the file itself. */
function installedNode() {
  try {
    const require = createRequire(import.meta.url)
    const folder = require.resolve('node/package.json').replace(/package\.json$/, '')
    return folder + (process.platform === 'win32' ? 'bin/node.exe' : 'bin/node')
  } catch (_) {
    return undefined
  }
}

function relaunch(node) {
  const args = [fileURLToPath(import.meta.url)].concat(process.argv.slice(2))
  const env = Object.assign({}, process.env)
  env[relaunched] = '1'
  const child = spawn(node, args, { stdio: 'inherit', env: env })
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGTERM', 'SIGHUP', 'SIGUSR2', 'SIGBREAK']) {
    if (!(signal in constants.signals)) continue
    process.on(signal, () => forward(signal, child))
  }
  child.on('error', refuse)
  child.on('exit', (code, signal) => {
    process.exit(signal ? 128 + constants.signals[signal] : code)
  })
}

/** Windows itself sends Ctrl-C to every process of the console, and knows no signals: `kill` would end the child at once. */
function forward(signal, child) {
  if (process.platform !== 'win32') child.kill(signal)
}

function refuse() {
  // The workspace itself depends on the package `node`; a user of the built program has to install it. Its files come by
  // an install script, and npm 12 runs only those of packages that package.json names.
  const install = existsSync(builtProgram)
    ? `\`npm pkg set --json allowScripts.node=true\` and \`npm install node@${needed}\` in the folder that postern was ` +
      'installed into'
    : '`npm install` here without --omit=optional'
  console.error(
    `postern needs Node ${needed} or newer; this is Node ${process.versions.node} (${process.execPath}).\n` +
      `Install Node from https://nodejs.org, or run ${install}, to bring one along.`,
  )
  process.exit(1)
}
