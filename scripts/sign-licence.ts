import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { signLicence } from '../server/licence/licence-file.ts'

/*
 * The vendor's command: makes a pair of keys, or signs a licence. The private key never leaves the vendor.
 * See docs/operating/licence.md.
 */
const USAGE = `usage: node scripts/sign-licence.ts --new-key
       node scripts/sign-licence.ts --key PRIVATE.pem --holder NAME --seats N --until YYYY-MM-DD`

const { values } = parseArgs({
  options: {
    'new-key': { type: 'boolean', default: false },
    key: { type: 'string' },
    holder: { type: 'string' },
    seats: { type: 'string' },
    until: { type: 'string' },
  },
})
const { key, holder, seats, until } = values
const endsAt = Date.parse(`${until}T23:59:59.999Z`)
const isSound = Number.isInteger(Number(seats)) && Number(seats) > 0 && !Number.isNaN(endsAt)

if (values['new-key']) {
  const pair = generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  process.stdout.write(pair.privateKey + pair.publicKey)
} else if (key && holder && seats && until && isSound) {
  const expiresAt = new Date(endsAt).toISOString()
  const licence = { holder, seats: Number(seats), issuedAt: new Date().toISOString(), expiresAt }
  process.stdout.write(signLicence(licence, readFileSync(key, 'utf8')))
} else {
  process.stderr.write(`${USAGE}\n`)
  process.exitCode = 2
}
