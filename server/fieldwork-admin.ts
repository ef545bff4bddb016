#!/usr/bin/env node
import { userInfo } from 'node:os'
import { runAdmin } from './admin/run-admin.ts'
import { systemClock } from './clock.ts'

process.umask(0o077)
process.exitCode = await runAdmin(process.argv.slice(2), {
  input: process.stdin,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  account: userInfo().username,
  clock: systemClock,
  environment: process.env,
  licenceKey: process.env.FIELDWORK_LICENCE_KEY || null,
})
