/**
 * The first step of every command: runs on the machine's own Node without any package, makes
 * node_modules what the lock file says, then hands over to the pinned Node.
 *
 * usage: node scripts/bootstrap.mjs NAME [arguments]     NAME is a script beside this one, or a path
 *
 * npm runs a script under a shell and hands signals to that shell. Some (dash) keep SIGINT to themselves
 * until their program ends, so `npm start` has the shell give way to Node. cmd.exe has no `exec`, and npm
 * knows one line for all systems, hence `set RUN= ; exec env RUN=\& node …`: cmd.exe reads two commands, a
 * variable that is set to the odd text before the `&`, then node. A POSIX shell reads `exec env`, for
 * which the escaped `&` is a variable's value.
 */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isInstalled, lacksPinnedNode, markInstalled, pinnedNode } from './setup/installed.mjs'
import { waitForLock } from './setup/lock.mjs'
import { npmCi } from './setup/npm.mjs'
import { isAtLeast, MINIMUM_PINNED_NODE, npmVersionOf, versionProblem } from './setup/versions.mjs'

const PARENT_POLL_MS = 500

const root = dirname(dirname(fileURLToPath(import.meta.url)))

function fail(message) {
  process.stderr.write(`fieldwork: ${message}\n`)
  process.exit(1)
}

function packagesInLock() {
  return Object.keys(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages).length - 1
}

async function ensureInstalled() {
  if (isInstalled(root)) return
  const lock = await waitForLock(join(root, '.data/install.lock'), () =>
    process.stderr.write('Another start is installing the packages; waiting for it …\n'),
  )
  try {
    if (isInstalled(root)) return
    const started = Date.now()
    process.stderr.write('Installing the packages (once, about a minute) …\n')
    rmSync(join(root, 'node_modules/.fieldwork-installed'), { force: true })
    const result = await npmCi(root, packagesInLock())
    if (!result.ok) fail(`the packages could not be installed: ${result.message}`)
    if (lacksPinnedNode(root) && !isAtLeast(process.version, MINIMUM_PINNED_NODE))
      fail('the packages are installed but for Node itself, which could not be fetched. Start again.')
    markInstalled(root)
    process.stderr.write(`Installed in ${Math.round((Date.now() - started) / 1000)} s.\n`)
  } finally {
    lock.release()
  }
}

function nodeForScripts() {
  const node = pinnedNode(root)
  if (node) return node
  if (isAtLeast(process.version, MINIMUM_PINNED_NODE)) return process.execPath
  return fail(
    `the packages have no Node for ${process.platform} on ${process.arch}, and this one is ${process.version}. Install Node ${MINIMUM_PINNED_NODE.join('.')} or later; where optional packages were left out, remove node_modules and start again.`,
  )
}

/**
 * npm that is killed outright, or a shell between that dies of its signal without passing it on: then the
 * parent changes. Without npm a changed parent is nothing special (a closed terminal, nohup).
 */
function onNpmGone(callback) {
  if (process.platform === 'win32' || process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  const poll = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(poll)
    callback()
  }, PARENT_POLL_MS).unref()
}

/** Runs the script; signals and the exit code pass through. */
function run(node, script, args) {
  const env = {
    ...process.env,
    PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH ?? ''}`,
    // Node keeps what it has compiled: the server's next start takes half the work.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules/.cache/node'),
  }
  // The channel tells the script when this process is gone, however it went.
  const child = spawn(node, [script, ...args], { env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    // On Windows the console tells every process itself, and kill() would end the child at once.
    process.on(signal, () => process.platform !== 'win32' && child.kill(signal))
  }
  onNpmGone(() => child.kill('SIGTERM'))
  child.once('error', (error) => fail(`${node} cannot be started: ${error.message}`))
  child.once('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : (code ?? 1)))
}

async function main() {
  const problem = versionProblem(process.version, npmVersionOf(process.env.npm_config_user_agent))
  if (problem) fail(problem)
  const [name, ...args] = process.argv.slice(2)
  const script = join(root, name?.includes('/') ? name : `scripts/${name}.ts`)
  if (!name || !existsSync(script)) fail(`there is no script "${name ?? ''}".`)
  try {
    await ensureInstalled()
  } catch (error) {
    fail(`the set-up failed: ${error.message}`)
  }
  run(nodeForScripts(), script, args)
}

await main()
