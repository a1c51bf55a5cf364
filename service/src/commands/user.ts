import { Command } from 'commander'
import { parseSettings } from '../settings.ts'
import { openStorage } from '../storage/open.ts'
import { UserSignUp } from '../users/models.ts'
import { signUp } from '../users/sign-up.ts'
import { CommandError, type Terminal } from './terminal.ts'

interface Asked {
  readonly username: string
  readonly email: string
  readonly age: string
}

/** Work on users from the machine itself. */
export function userCommand(terminal: Terminal): Command {
  const create = new Command('create')
    .description('Create a user; the password is asked for, or read from the standard input')
    .requiredOption('--username <name>', 'the name to sign in with, 3 to 50 characters')
    .requiredOption('--email <address>', 'the e-mail address')
    .requiredOption('--age <years>', 'the age, 0 to 150')
    .action((asked: Asked) => createUser(terminal, asked))
  return new Command('user').description('Work on users').addCommand(create)
}

async function createUser(terminal: Terminal, asked: Asked): Promise<void> {
  const { databaseUrl } = parseSettings(terminal.environment)
  const password = await terminal.askSecret('Password: ')
  const parsed = UserSignUp.safeParse({ ...asked, password })
  if (!parsed.ok) {
    throw new CommandError(parsed.issues.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('\n'))
  }
  const storage = await openStorage(databaseUrl, { now: () => new Date() })
  try {
    const user = await signUp(storage.users, parsed.value)
    if ('taken' in user) throw new CommandError(`Taken already: ${user.taken.join(' and ')}`)
    terminal.print(`User ${user.id}: ${user.username}`)
  } finally {
    await storage.close()
  }
}
