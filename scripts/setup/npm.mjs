import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { showProgress } from './progress.mjs'

/** How many of npm's last lines are shown when it fails without a known cause. */
const TAIL_LINES = 15

/**
 * How npm is started: the npm that started us, else the one beside this Node, else the one on the PATH.
 *
 * @returns {{ command: string, args: string[], shell: boolean }}
 */
export function npmCommand(env = process.env, node = process.execPath, exists = existsSync) {
  const beside = [
    join(dirname(node), 'node_modules/npm/bin/npm-cli.js'),
    join(dirname(node), '../lib/node_modules/npm/bin/npm-cli.js'),
  ]
  const script = [env.npm_execpath, ...beside].find((path) => path?.endsWith('.js') && exists(path))
  if (script) return { command: node, args: [script], shell: false }
  // npm is a batch file on Windows, which only a shell starts; the arguments are fixed words.
  return { command: 'npm', args: [], shell: process.platform === 'win32' }
}

/**
 * Follows npm's log and says in words where it is.
 *
 * @param {number} total packages in the lock file
 */
export function installPhases(total) {
  let fetched = 0
  let phase = 'reading the list of packages'
  return {
    read(line) {
      if (/npm http (fetch|cache) /.test(line)) {
        fetched = Math.min(total, fetched + 1)
        phase = `fetching packages, ${fetched} of about ${total}`
      }
    },
    text: () => `Installing: ${phase}`,
  }
}

/**
 * One clear line for why npm failed, or null where the cause isn't known.
 *
 * @param {string} log
 */
export function installFailure(log) {
  const causes = [
    [/ENOSPC/, 'the disk is full. Free about 1 GB and start again.'],
    [/EACCES|EPERM|EROFS/, 'the folder is not writable, or another program holds a file in node_modules.'],
    [
      /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENETUNREACH|EHOSTUNREACH/,
      'the package registry cannot be reached: this machine seems to be offline.',
    ],
    [
      /ETIMEDOUT|ERR_SOCKET_TIMEOUT|ECONNRESET|FETCH_ERROR/,
      'the package registry answers too slowly or breaks off. Try again.',
    ],
    [
      /CERT|SELF_SIGNED|UNABLE_TO_VERIFY/,
      "the registry's certificate is not trusted here (a proxy?). Set npm's cafile.",
    ],
    [
      /EINTEGRITY/,
      'a package is not what the lock file says. Run "npm cache clean --force" and start again.',
    ],
    [/E40[1379]|E407|E451/, 'the package registry refused a package (sign-in, proxy or policy).'],
    [
      /EUSAGE|in sync/,
      'package.json and package-lock.json disagree. Run "npm install" and commit the lock file.',
    ],
  ]
  const code =
    log
      .split('\n')
      .filter((line) => /npm (error|ERR!)/.test(line))
      .join('\n') || log
  return causes.find(([pattern]) => pattern.test(code))?.[1] ?? null
}

/**
 * Runs `npm ci` and shows how far it is.
 *
 * @param {string} root
 * @param {number} total packages in the lock file
 * @returns {Promise<{ ok: true } | { ok: false, message: string }>}
 */
export function npmCi(root, total) {
  const npm = npmCommand()
  // The pinned Node is an optional package: there is one for each kind of machine.
  const wanted = ['--include=dev', '--include=optional']
  const args = [...npm.args, 'ci', ...wanted, '--no-audit', '--no-fund', '--loglevel=info']
  const phases = installPhases(total)
  const log = []
  const endProgress = showProgress(phases.text)
  return new Promise((resolve) => {
    const child = spawn(npm.command, args, { cwd: root, shell: npm.shell, stdio: ['ignore', 'pipe', 'pipe'] })
    let rest = ''
    const read = (chunk) => {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        phases.read(line)
        if (!/npm (http|info|verbose|silly)/.test(line)) log.push(line)
      }
    }
    child.stdout.setEncoding('utf8').on('data', read)
    child.stderr.setEncoding('utf8').on('data', read)
    const stop = (signal) => child.kill(signal)
    process.once('SIGINT', stop).once('SIGTERM', stop)
    const finish = (result) => {
      endProgress()
      process.removeListener('SIGINT', stop).removeListener('SIGTERM', stop)
      resolve(result)
    }
    child.once('error', (error) =>
      finish({ ok: false, message: `npm cannot be started (${error.message}).` }),
    )
    child.once('close', (code, signal) => {
      if (code === 0) return finish({ ok: true })
      if (signal) return finish({ ok: false, message: `npm was stopped (${signal}).` })
      const text = log.join('\n')
      finish({
        ok: false,
        message: installFailure(text) ?? `npm said:\n${log.slice(-TAIL_LINES).join('\n')}`,
      })
    })
  })
}
