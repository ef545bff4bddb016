import { generateKeyPairSync } from 'node:crypto'
import { signLicence } from './licence-file.ts'

const pair = generateKeyPairSync('ed25519', {
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})

/** A vendor of this run, and a licence of theirs that holds for any company of the tests. */
export const VENDOR = {
  publicKey: pair.publicKey,
  licence: signLicence(
    {
      ...{ holder: 'Bright Surveys Ltd', seats: 10_000 },
      ...{ issuedAt: '2026-05-01T00:00:00.000Z', expiresAt: '2099-04-30T23:59:59.000Z' },
    },
    pair.privateKey,
  ),
}
