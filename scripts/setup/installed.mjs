import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const STAMP = 'node_modules/.fieldwork-installed'

/** What node_modules must have been made from: the lock file, for this kind of machine. */
export function installStamp(lockText, platform = process.platform, arch = process.arch) {
  return createHash('sha256').update(`${platform}\n${arch}\n${lockText}`).digest('hex')
}

/**
 * Whether node_modules holds what the lock file says. A tree that somebody installed by hand is
 * recognised by npm's own record of it and gets the stamp. A linked one (a second worktree on the
 * packages of the first) is its owner's: installing would empty it under them.
 *
 * @param {string} root
 */
export function isInstalled(root) {
  if (isLinked(join(root, 'node_modules'))) return true
  const lockText = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const expected = installStamp(lockText)
  if (readOrNull(join(root, STAMP)) === expected) return true
  const record = readOrNull(join(root, 'node_modules/.package-lock.json'))
  if (record === null || !recordMatches(JSON.parse(lockText), parseOrNull(record))) return false
  if (lacksPinnedNode(root)) return false
  writeFileSync(join(root, STAMP), expected)
  return true
}

/** @param {string} root */
export function markInstalled(root) {
  writeFileSync(join(root, STAMP), installStamp(readFileSync(join(root, 'package-lock.json'), 'utf8')))
}

/**
 * Whether npm's record of a tree holds each package of the lock file at its version, no other, and
 * leaves out only optional ones (those for other machines).
 */
export function recordMatches(lock, record) {
  if (!lock?.packages || !record?.packages) return false
  for (const [path, wanted] of Object.entries(lock.packages)) {
    if (path === '') continue
    const found = record.packages[path]
    if (!found && !wanted.optional && !wanted.devOptional) return false
    if (found && found.version !== wanted.version) return false
    if (found && wanted.integrity && found.integrity !== wanted.integrity) return false
  }
  return Object.keys(record.packages).every((path) => path in lock.packages)
}

/** The package that the pinned Node comes in, for this kind of machine. */
const nodePackage = (platform, arch) => `node_modules/node-${platform === 'win32' ? 'win' : platform}-${arch}`

/**
 * The pinned Node's executable, or null where there is none for this kind of machine.
 *
 * @param {string} root
 */
export function pinnedNode(root, platform = process.platform, arch = process.arch) {
  const name = platform === 'win32' ? 'node.exe' : 'node'
  const path = join(root, nodePackage(platform, arch), 'bin', name)
  return existsSync(path) ? path : null
}

/**
 * Whether there is a pinned Node for this kind of machine that did not come: npm passes over an
 * optional package that it couldn't fetch.
 *
 * @param {string} root
 */
export function lacksPinnedNode(root, platform = process.platform, arch = process.arch) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  return nodePackage(platform, arch) in packages && pinnedNode(root, platform, arch) === null
}

function isLinked(path) {
  try {
    return lstatSync(path).isSymbolicLink()
  } catch {
    return false
  }
}

function readOrNull(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

function parseOrNull(text) {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
