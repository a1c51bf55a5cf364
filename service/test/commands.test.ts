import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it, test } from 'node:test'
import { POLICY_VARIABLES } from '@postern/contract/cors'
import { Variables } from '../src/settings.ts'
import { inTerminal, terminalsMissing } from './own-terminal.ts'
import { runHere } from './run-here.ts'
import { originOf, programs, startProgram } from './started-program.ts'
import { startTestService } from './test-service.ts'
import { send } from './wire.ts'

const folder = await mkdtemp(join(tmpdir(), 'postern-commands-'))
after(() => rm(folder, { recursive: true }))

interface Ran {
  readonly name: string
  readonly arguments: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly code: number
  readonly prints: RegExp
  /** Runs in the process of the test, as one of many that differ in what they say. */
  readonly here?: boolean
}

/** Each command with its required arguments, in the order of the help. */
const everyCommand: readonly (readonly [name: string, ...rest: string[]])[] = [
  ['serve'],
  ['config'],
  ['cors'],
  ['openapi'],
  ['check'],
  ['user', 'list'],
  ['seed'],
  ['backup', 'none.db'],
  ['restore', 'none.db'],
  ['migrate'],
  ['transfer', 'sqlite:none.db'],
]

/** The commands that ask for a password. */
const asking = [
  ['user', 'create', '--username', 'ann', '--email', 'ann@example.com', '--age', '30'],
  ['seed', '--password-stdin'],
]

/** A help that lists each of them on a line; the lists of the stages share one line. */
const everyVariable = [...Object.keys(Variables.fields), ...POLICY_VARIABLES]
  .filter((name) => !/_(?:STAGING|DEVELOPMENT)$/.test(name))
  .map((name) => `(?=[\\s\\S]*^  ${name}(?:[=,]|$))`)
  .join('')

/** Defaults whose change no other command would show. */
const givenDefaults = ['ENVIRONMENT=development', 'CORS_STRICT=false', 'ALLOWED_HEADERS=Authorization,.*']
  .map((line) => `(?=[\\s\\S]*^  ${line}\n)`)
  .join('')

const cases: readonly Ran[] = [
  {
    name: '--help names every command',
    arguments: ['--help'],
    code: 0,
    prints: new RegExp(
      [...everyCommand.map(([name]) => `^  ${name} `), '^Examples:', 'exits with 0'].join('[\\s\\S]*'),
      'm',
    ),
  },
  {
    name: 'serve --help lists every variable, with its default where it has one',
    arguments: ['serve', '--help'],
    code: 0,
    prints: new RegExp(
      `^Environment:\n(?=[\\s\\S]*^  PORT=8000\n {6}The port)${givenDefaults}(?![\\s\\S]*=(?:null|undefined)?$)${everyVariable}`,
      'm',
    ),
  },
  {
    name: 'user --help names its own commands and no second way to help',
    arguments: ['user', '--help'],
    code: 0,
    prints: /^ {2}create [\s\S]*^ {2}list [\s\S]*^ {2}revoke (?![\s\S]*^ {2}help )/m,
  },
  {
    name: 'config shows the settings in effect, without the password of the database',
    arguments: ['config'],
    environment: {
      DATABASE_URL: 'postgres://ann:hunter2@db/posts?password=hunter3',
      POST_RULES: 'strict',
    },
    code: 0,
    prints:
      /^(?![\s\S]*hunter)[\s\S]*DATABASE_URL=postgres:\/\/ann:\*\*\*@db\/posts\?password=\*\*\*\n[\s\S]*POST_RULES=strict\n[\s\S]*\nMETRICS_PORT=\n[\s\S]*cross-origin:/,
  },
  {
    name: 'config warns about a variable that nothing reads, as a start does',
    arguments: ['config'],
    environment: { RATE_LIMIT_SIGNIN: '5/60' },
    code: 0,
    prints: /\nwarning: RATE_LIMIT_SIGNIN is set, but nothing reads a variable of this name\n$/,
  },
  {
    name: '§4.4 cors shows the policy',
    arguments: ['cors'],
    code: 0,
    prints: /cross-origin: http:\/\/localhost:3000, credentials allowed[\s\S]*cached: 600 s/,
  },
  {
    name: '§4.4 cors explains step by step why a page of an allowed origin can read the response',
    arguments: [
      'cors',
      '--origin',
      'http://localhost:3000',
      '--method',
      'PUT',
      '--header',
      'content-type: application/json',
    ],
    code: 0,
    prints: /^The page can read the response\.\n1\. ok[\s\S]*PUT, content-type/,
    here: true,
  },
  {
    name: '§4.4 cors explains why a page of another origin cannot, with the nearest origin that is allowed',
    arguments: ['cors', '--origin', 'http://localhost:5173', '--method', 'DELETE'],
    code: 0,
    prints: /^The page cannot make this request[\s\S]*FAIL[\s\S]*localhost:3000/,
    here: true,
  },
  {
    name: '§4.4 cors explains a request with several headers',
    arguments: [
      'cors',
      '--origin',
      'http://localhost:3000',
      '--header',
      'authorization, x-one',
      'x-two : a,b:c',
    ],
    code: 0,
    prints: /because of authorization, x-one, x-two\n[\s\S]*not allowed: x-one/,
    here: true,
  },
  {
    name: '§4.4 cors explains that a header with a safelisted value needs no preflight',
    arguments: ['cors', '--origin', 'http://localhost:3000', '--header', 'content-type: text/plain'],
    code: 0,
    prints: /: sent without a preflight\n/,
    here: true,
  },
  {
    name: '§4.4 cors explains a request without credentials',
    arguments: ['cors', '--origin', 'http://localhost:3000'],
    environment: { ALLOW_CREDENTIALS: 'false' },
    code: 0,
    prints: /^The page can read the response/,
    here: true,
  },
  {
    name: '§4.4 cors explains a request with credentials',
    arguments: ['cors', '--origin', 'http://localhost:3000', '--credentials'],
    environment: { ALLOW_CREDENTIALS: 'false' },
    code: 0,
    prints: /^The page cannot read the response[\s\S]*FAIL .*credentials are included/,
    here: true,
  },
  ...[['--method', 'PUT'], ['--header', 'x-one'], ['--credentials']].map((given) => ({
    name: `§4.4 cors asks for the origin of the request to explain with ${given.join(' ')}`,
    arguments: ['cors', ...given],
    code: 2,
    prints: /^error: the request needs the origin of its page; add --origin https/,
  })),
  ...[...everyCommand, ...asking].map((given) => ({
    name: `contradictory settings are reported by ${given.join(' ')}`,
    arguments: given,
    environment: { ALLOWED_ORIGINS: '*', PORT: 'x', DATABASE_URL: 'sqlite::memory:' },
    code: 1,
    prints: /^The settings cannot be used:\n- PORT: "x".*\n- .*ALLOW_CREDENTIALS=false.*\n$/,
    here: given[0] !== 'serve',
  })),
  ...[['serve'], ['migrate'], ['user', 'list'], ['user', 'revoke', 'ann'], ['seed']].map((given) => ({
    name: `a database that cannot be reached is reported in a line by ${given.join(' ')}`,
    arguments: given,
    environment: { DATABASE_URL: 'postgres://ann:hunter2@127.0.0.1:1/posts' },
    code: 1,
    prints: /^postgres:\/\/127\.0\.0\.1:1\/posts: .*ECONNREFUSED.*Check that the server is running.*\n$/,
  })),
  {
    name: '--version prints the version',
    arguments: ['--version'],
    code: 0,
    prints: /^\d+\.\d+\.\d+\n$/,
  },
  {
    name: 'an unknown option is reported',
    arguments: ['serve', '--prot', '1'],
    code: 2,
    prints: /unknown option '--prot'[\s\S]*--port/,
  },
  {
    name: 'a missing option is reported',
    arguments: ['user', 'create', '--age', '30'],
    code: 2,
    prints:
      /^error: required option '--username <name>' not specified\nRun it with --help to see what it takes\n$/,
  },
  {
    name: 'an invalid option is reported',
    arguments: ['user', 'list', '--limit', 'many'],
    code: 2,
    prints: /'many' is invalid[\s\S]*whole number/,
  },
  {
    name: 'an unknown command is reported',
    arguments: ['sevre'],
    code: 2,
    prints: /unknown command 'sevre'[\s\S]*serve/,
  },
  {
    name: 'no command at all shows the help',
    arguments: [],
    code: 2,
    prints: /Usage: postern[\s\S]*serve/,
  },
  { name: 'half a command shows its help', arguments: ['user'], code: 2, prints: /Usage: postern user/ },
]

describe('the command line', () => {
  for (const { name, arguments: given, environment, code, prints, here = false } of cases) {
    it(name, async () => {
      const options = { arguments: given, ...(environment && { environment }) }
      const ended = await (here
        ? runHere(given, environment)
        : startProgram(programs.launcher, options).ended)
      assert.equal(ended.code, code, ended.stderr)
      assert.match(ended.stdout + ended.stderr, prints)
    })
  }
})

/** Runs as a numeric user without name and home; not every system allows that. */
const homeless = ['unshare', '--user', '--map-user=54321', 'env', '--unset=HOME', '--unset=XDG_CACHE_HOME']
const canBeHomeless = spawnSync('unshare', [...homeless.slice(1), 'true']).status === 0

test('a reason that ends in a full stop, as of a folder that Node may not write to, is followed by one sentence', async () => {
  const [node, launcher] = programs.launcher
  const restricted = [node, '--permission', '--allow-fs-read=*', '--allow-addons', launcher]
  const environment = { DATABASE_URL: `sqlite:${join(tmpdir(), 'postern-restricted', 'posts.db')}` }
  const { stderr } = await startProgram(restricted, { arguments: ['serve'], environment }).ended
  assert.match(stderr, /^Cannot create the folder of sqlite:.*[^.]\. Create it yourself/m)
})

test('a user without a home can run the program', {
  skip: !canBeHomeless && 'this system gives no user another number',
}, async () => {
  const program = startProgram([...homeless, ...programs.launcher], { arguments: ['--version'] })
  const { code, stdout, stderr } = await program.ended
  assert.deepEqual([code, stderr], [0, ''])
  assert.match(stdout, /^\d/)
})

const noTerminals = terminalsMissing()

/** Runs the launcher in its own terminal, replacing the shell, which Ctrl-C would end as well. */
const atTerminal = (command: string) => {
  const [node, launcher] = programs.launcher
  return inTerminal(`exec '${node}' '${launcher}' ${command}`)
}

for (const [key, name] of [
  ['\x03', 'Ctrl-C'],
  ['\x04', 'Ctrl-D'],
] as const) {
  test(`leaving the prompt for a password with ${name} reports that there is none, and not that it is too short`, {
    skip: noTerminals,
    timeout: 60_000,
  }, async (t) => {
    const command = 'user create --username ann --email ann@example.com --age 30 >/dev/null'
    const program = startProgram(atTerminal(command))
    t.after(() => program.child.kill('SIGKILL'))
    await program.printed(/Password: /)
    program.child.stdin?.write(key)
    const { code, stdout } = await program.ended
    assert.deepEqual([code, stdout], [1, 'Password: \r\nNo password was given\r\n'])
  })
}

test('a password that is typed at a terminal is not shown, and the command ends', {
  skip: noTerminals,
  timeout: 60_000,
}, async (t) => {
  const environment = { DATABASE_URL: `sqlite:${join(folder, 'typed.db')}` }
  const command = 'user create --username ann --email ann@example.com --age 30'
  const program = startProgram(atTerminal(command), { environment })
  t.after(() => program.child.kill('SIGKILL'))
  await program.printed(/Password: /)
  program.child.stdin?.write('correct horse\r')
  const { code, stdout } = await program.ended
  assert.deepEqual([code, stdout], [0, 'Password: \r\nUser 1: ann\r\n'])
})

test('at a terminal the log is lines of words', {
  skip: noTerminals,
}, async () => {
  const environment = { PORT: '0', DATABASE_URL: 'sqlite::memory:' }
  const program = startProgram(atTerminal('serve'), { environment })
  const origin = await originOf(program)
  await send(origin, { method: 'GET', target: '/posts/', headers: { 'X-Request-Id': 'a-1' } })
  await program.printed(/\n\d\d:\d\d:\d\d GET \/posts\/ 200 [\d.]+ ms \d+ B a-1\r\n/)
  program.child.stdin?.write('\x03')
  const { code, stdout } = await program.ended
  assert.deepEqual([code, /SIGINT: finishing.*\r\nStopped\r\n$/.test(stdout)], [0, true])
})

test('a log that is redirected is JSON, at a terminal too', {
  skip: noTerminals,
}, async () => {
  const log = join(folder, 'redirected.log')
  const environment = { PORT: '0', DATABASE_URL: 'sqlite::memory:' }
  const program = startProgram(atTerminal(`serve 2>'${log}'`), { environment })
  await send(await originOf(program), { method: 'GET', target: '/posts/' })
  program.child.stdin?.write('\x03')
  await program.ended
  assert.equal(JSON.parse(await readFile(log, 'utf8')).status, 200)
})

test('at a terminal a long task shows a progress bar', {
  skip: noTerminals,
}, async () => {
  const environment = { DATABASE_URL: `sqlite:${join(folder, 'bar.db')}` }
  const { code, stdout } = await startProgram(atTerminal('seed --posts 3 --users 1'), { environment }).ended
  assert.equal(code, 0, stdout)
  assert.match(stdout, /seed -{30} 0\/4, .*seed ={30} 4\/4, 0s left.*\r\n1 user and 3 posts of seed 1\r\n/s)
})

test('setting a variable to its default in the help changes nothing', async () => {
  const printed = async (command: string[], environment = {}) =>
    (await startProgram(programs.launcher, { arguments: command, environment }).ended).stdout
  const help = await printed(['serve', '--help'])
  const defaults = help.matchAll(/^ {2}([A-Z_]+)=(.*)$/gm).map(([, name = '', value = '']) => [name, value])
  assert.equal(await printed(['config'], Object.fromEntries(defaults)), await printed(['config']))
})

test('a blank variable does not hide the value in the file, except for blank origins, which mean none', async () => {
  const file = join(folder, 'blank.env')
  await writeFile(file, 'PORT=9001\nPOST_RULES=strict\nALLOWED_ORIGINS=https://app.example\n')
  const environment = { PORT: '', POST_RULES: 'basic', ALLOWED_ORIGINS: '' }
  const given = { arguments: ['config', '--config', file], environment }
  const { stdout } = await startProgram(programs.launcher, given).ended
  assert.match(stdout, /^PORT=9001$/m)
  assert.match(stdout, /^POST_RULES=basic$/m)
  assert.match(stdout, /^cross-origin: no other origin,/m)
})

test('a reader who goes away early fails no command', async () => {
  const program = startProgram(programs.launcher, { arguments: ['openapi'] })
  program.child.stdout?.destroy()
  const { code, stderr } = await program.ended
  assert.deepEqual([code, stderr], [0, ''])
})

test('§9 openapi prints the same document that is served', async () => {
  const environment = { POST_RULES: 'example', POST_BINDING: 'form', ROOT_PATH: '/v1' }
  const { stdout } = await startProgram(programs.launcher, { arguments: ['openapi'], environment }).ended
  await using service = await startTestService(environment)
  const served = await send(service.origin, { method: 'GET', target: '/openapi.json' })
  assert.deepEqual(JSON.parse(stdout), JSON.parse(served.body))
  assert.match(stdout, /^\{\n {2}"openapi": "3/)
})

test('user create reads the password from the standard input, and the user can sign in', async () => {
  const DATABASE_URL = `sqlite:${join(folder, 'users.db')}`
  const command = ['user', 'create', '--username', 'ann', '--email', 'ann@example.com', '--age']
  const create = async (password: string, age = '30') => {
    const given = [...command, age]
    const program = startProgram(programs.launcher, { arguments: given, environment: { DATABASE_URL } })
    program.child.stdin?.end(`${password}\n`)
    return program.ended
  }
  assert.deepEqual(await create('seven77', '151'), {
    code: 1,
    stdout: '',
    stderr:
      'age: Input should be less than or equal to 150\npassword: String should have at least 8 characters\n',
  })
  const itself = await create('ANN@example.com')
  assert.deepEqual(
    [itself.code, itself.stderr],
    [1, 'Value error, Password must not be the e-mail address\n'],
  )
  assert.deepEqual(await create('correct horse'), { code: 0, stdout: 'User 1: ann\n', stderr: '' })
  const taken = { code: 1, stdout: '', stderr: 'Taken already: username and email\n' }
  assert.deepEqual(await create('correct horse'), taken)

  await using service = await startTestService({ DATABASE_URL })
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const body = 'username=ann&password=correct+horse'
  const answer = await send(service.origin, { method: 'POST', target: '/token', headers, body })
  assert.equal(answer.status, 200)
})
