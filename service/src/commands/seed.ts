import { Command } from 'commander'
import { createPassword } from '../seed/password.ts'
import { createSeedClock, type SeedPlan, sow } from '../seed/sow.ts'
import { passwordProblem } from '../sessions/password-rule.ts'
import { counted } from './counted.ts'
import { readSettings } from './read-settings.ts'
import { CommandError, type Terminal } from './terminal.ts'
import { wholeNumber } from './whole-number.ts'
import { withStorage } from './with-storage.ts'

interface SeedOptions {
  readonly posts: number
  readonly users: number
  readonly seed: number
  readonly passwordStdin: boolean
}

/** Fills the database with posts and users; the same seed gives the same records. */
export function seedCommand(terminal: Terminal): Command {
  return new Command('seed')
    .description('Add made-up posts and users, the same ones for the same seed')
    .option('--posts <number>', 'how many posts', wholeNumber(0), 100)
    .option('--users <number>', 'how many users, who own the posts', wholeNumber(0), 10)
    .option('--seed <number>', 'which posts and users', wholeNumber(0), 1)
    .option('--password-stdin', 'read one password for all of them from the standard input', false)
    .addHelpText('after', '\nWithout --password-stdin a password is made up and printed, once.')
    .action((options: SeedOptions) => seedDatabase(terminal, options))
}

async function seedDatabase(terminal: Terminal, { passwordStdin, ...plan }: SeedOptions): Promise<void> {
  const settings = readSettings(terminal)
  const password = passwordStdin ? await terminal.askSecret('Password: ') : createPassword()
  const problem = passwordProblem(password, { username: '', email: '' })
  if (problem !== undefined) throw new CommandError(problem)
  const clock = createSeedClock()
  await withStorage(settings, (storage) => plant(terminal, { storage, clock, password, ...plan }), clock.now)
  terminal.print(`${counted(plan.users, 'user')} and ${counted(plan.posts, 'post')} of seed ${plan.seed}`)
  if (plan.users > 0 && !passwordStdin) terminal.print(`The password of each of these users: ${password}`)
}

async function plant(terminal: Terminal, plan: SeedPlan): Promise<void> {
  const progress = await terminal.startProgress('seed', plan.users + plan.posts)
  try {
    const taken = await sow(plan, progress.advance)
    if (taken !== undefined) {
      throw new CommandError(
        `There is already a user ${taken}: seed ${plan.seed} was used before. Use another --seed`,
      )
    }
  } finally {
    progress.finish()
  }
}
