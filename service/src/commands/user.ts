import type { Issue } from '@postern/model'
import { Command } from 'commander'
import { UserSignUp } from '../users/models.ts'
import { signUp } from '../users/sign-up.ts'
import type { UserPage } from '../users/store.ts'
import { counted } from './counted.ts'
import { readSettings } from './read-settings.ts'
import { CommandError, type Terminal } from './terminal.ts'
import { wholeNumber } from './whole-number.ts'
import { withMigratedStorage, withStorage } from './with-storage.ts'

interface CreateOptions {
  readonly username: string
  readonly email: string
  readonly age: string
}

/** Manages users directly on this machine. */
export function userCommand(terminal: Terminal): Command {
  const create = new Command('create')
    .description('Create a user; the password is asked for, or read from the standard input')
    .requiredOption('--username <name>', 'the name to sign in with, 3 to 50 characters')
    .requiredOption('--email <address>', 'the e-mail address')
    .requiredOption('--age <years>', 'the age, 0 to 150')
    .action((options: CreateOptions) => createUser(terminal, options))
  const revoke = new Command('revoke')
    .description('Sign a user out everywhere: all their tokens and cookies become invalid')
    .argument('<username>', 'the name they sign in with')
    .action((username: string) => revokeSessions(terminal, username))
  const list = new Command('list')
    .description('List the users by number: number, name, e-mail address and the time they signed up')
    .option('--after <number>', 'only those after this number', wholeNumber(0), 0)
    .option('--limit <count>', 'at most this many', wholeNumber(1), 100)
    .action((page: Required<UserPage>) => listUsers(terminal, page))
  return new Command('user')
    .description('Create and list users, or sign one out everywhere')
    .helpCommand(false)
    .addCommand(create)
    .addCommand(list)
    .addCommand(revoke)
}

async function createUser(terminal: Terminal, options: CreateOptions): Promise<void> {
  const settings = readSettings(terminal)
  const password = await terminal.askSecret('Password: ')
  const parsed = UserSignUp.safeParse({ ...options, password })
  if (!parsed.ok) {
    throw new CommandError(parsed.issues.map(issueLine).join('\n'))
  }
  await withStorage(settings, async ({ users }) => {
    const user = await signUp(users, parsed.value)
    if ('taken' in user) throw new CommandError(`Taken already: ${user.taken.join(' and ')}`)
    terminal.print(`User ${user.id}: ${shownName(user.username)}`)
  })
}

function issueLine({ loc, msg }: Issue): string {
  // An issue with the user as a whole has no location.
  return loc.length === 0 ? msg : `${loc.join('.')}: ${msg}`
}

/** Prints one line per user, its fields separated by tabs. Names are JSON, since they may contain any character. */
async function listUsers(terminal: Terminal, page: Required<UserPage>): Promise<void> {
  await withMigratedStorage(readSettings(terminal), async ({ users }) => {
    const listed = await users.list(page)
    for (const { id, username, email, created_at } of listed) {
      terminal.print([id, quoted(username), quoted(email), created_at].join('\t'))
    }
    const last = listed.at(-1)
    if (last === undefined) terminal.warn('No users')
    else if (listed.length === page.limit) terminal.warn(`There may be more: --after ${last.id}`)
  })
}

async function revokeSessions(terminal: Terminal, username: string): Promise<void> {
  await withMigratedStorage(readSettings(terminal), async ({ users, sessions }) => {
    const user = await users.byUsername(username)
    if (user === undefined) throw new CommandError(`There is no user ${quoted(username)}`)
    const ended = await sessions.deleteAll(user.id)
    terminal.print(`User ${user.id}: ${shownName(user.username)}, ${counted(ended, 'session')} ended`)
  })
}

/** Returns a name as it is, or as JSON where it contains characters that a terminal would interpret. */
function shownName(name: string): string {
  return /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]+$/u.test(name) ? name : quoted(name)
}

/** Formats a string as JSON and escapes everything invisible: terminals obey some of it, and some reverses the text direction. */
function quoted(text: string): string {
  return JSON.stringify(text).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, escaped)
}

function escaped(character: string): string {
  const units = character.split('')
  return units.map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')
}
