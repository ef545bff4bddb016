/**
 * Signs the configuration of a deployment for its desktop clients; see docs/desktop.md.
 *
 *   node scripts/sign-deployment.ts keys KEYFILE            makes a key, prints the public one
 *   node scripts/sign-deployment.ts sign KEYFILE IN OUT     checks and signs a configuration
 */
import './lib/require-node.ts'
import { readFileSync, writeFileSync } from 'node:fs'
import { parseDeployment } from '../electron/config/deployment.ts'
import { newSigningKeys, signFile } from '../electron/config/signed-file.ts'

const [task, keyFile, source, target] = process.argv.slice(2)

if (task === 'keys' && keyFile) {
  const { privateKey, publicKey } = newSigningKeys()
  // Never over one that is there: clients in the field have its public half.
  writeFileSync(keyFile, privateKey, { mode: 0o600, flag: 'wx' })
  console.log(`Keep ${keyFile} away from the clients. Build them with FIELDWORK_DEPLOYMENT_KEY=${publicKey}`)
} else if (task === 'sign' && keyFile && source && target) {
  const text = readFileSync(source, 'utf8')
  parseDeployment(text)
  writeFileSync(target, `${signFile(text, readFileSync(keyFile, 'utf8'))}\n`)
  console.log(`${target} is signed.`)
} else {
  console.error('Usage: sign-deployment.ts keys KEYFILE | sign KEYFILE IN OUT')
  process.exitCode = 2
}
