import { expect, test } from 'vitest'
import { errorSharing, reportErrors } from '#shared/contract/error-log.ts'
import { withoutPersonalText } from '#shared/domain/redaction.ts'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { testToken } from '../../testing/session-token.ts'
import { ApiError } from '../http/api-client.ts'
import { watchErrors } from './error-reports.ts'

function open({ isOn = true, isSignedIn = true } = {}) {
  const waits: { ms: number; run: () => void }[] = []
  const timers = {
    after: (ms: number, run: () => void) => {
      waits.push({ ms, run })
      return () => {}
    },
    every: () => () => {},
  }
  const at = fakeServices({ timers })
  if (isSignedIn) at.services.session.signIn(testToken([]))
  at.services.storage.set('build', 'build-7')
  at.answer(errorSharing, () => ({ isOn }))
  at.answer(reportErrors, () => ({ done: true }))
  const end = watchErrors({ ...at.services, timers }, async () => withoutPersonalText)
  /** Lets what waits go on. */
  const go = async () => {
    const next = waits.shift()
    next?.run()
    for (let n = 0; n < 20; n++) await Promise.resolve()
    await new Promise((resolve) => setTimeout(resolve))
    return next?.ms
  }
  const sent = () =>
    at.made
      .filter(({ path }) => path === reportErrors.path)
      .map(({ request }) => request as { errors: { message: string; stack: string }[] })
  return { ...at, end, go, sent, waits, diagnostics: at.services.diagnostics }
}

test('A114 what went wrong in a window is sent after a moment, with its screen, build and places in code', async () => {
  const at = open()
  const error = new TypeError('x is not a function')
  error.stack = 'TypeError: x is not a function\n    at run (https://work.example/assets/a.js:1:2)'
  at.diagnostics.add('error', ['not caught:', error])
  at.diagnostics.add('error', ['not caught:', error])
  expect(await at.go()).toBe(5000)
  expect(at.sent()).toMatchObject([
    {
      source: 'WEB',
      build: 'build-7',
      errors: [
        {
          message: 'not caught: TypeError: x is not a function',
          stack: 'at run (https://work.example/assets/a.js:1:2)',
        },
        { message: 'not caught: TypeError: x is not a function' },
      ],
    },
  ])
  await at.go()
  expect(at.sent()).toHaveLength(1)
})

test('A115 neither secrets nor texts are sent, and no warnings and failed calls at all', async () => {
  const at = open()
  const planted = ['hunter2', 'eyJhbGciOi.eyJ1c2VySWQi.c2lnbmF0dXJl', 'My salary is low', 'ann@mail.example']
  at.diagnostics.add('error', [
    `with password=${planted[0]} ${planted[1]} "${planted[2]}" ${planted[3]}`,
    { text: planted[2] },
  ])
  at.diagnostics.add('warn', ['only a warning'])
  at.diagnostics.callFailed({ method: 'POST', path: '/api/x', error: new ApiError('refused', 'no', 500) })
  await at.go()
  expect(at.sent()).toHaveLength(1)
  expect(at.sent()[0]?.errors).toHaveLength(1)
  for (const one of planted) expect(JSON.stringify(at.sent())).not.toContain(one)
})

test('nothing is sent of somebody who doesn’t want it, or while nobody is signed in', async () => {
  for (const at of [open({ isOn: false }), open({ isSignedIn: false })]) {
    at.diagnostics.add('error', ['it broke'])
    await at.go()
    expect(at.sent()).toEqual([])
  }
})

test('an error in a loop is sent a few at a time, and a refusal ends it for ten minutes', async () => {
  const at = open()
  for (let n = 0; n < 1000; n++) at.diagnostics.add('error', ['again'])
  expect(at.waits).toHaveLength(1)
  await at.go()
  expect(at.sent().map(({ errors }) => errors.length)).toEqual([20])
  at.answer(reportErrors, () => {
    throw refused(429, 'too many')
  })
  at.diagnostics.add('error', ['again'])
  expect(await at.go()).toBe(5000)
  at.diagnostics.add('error', ['again'])
  expect(at.waits.map(({ ms }) => ms)).toEqual([600_000])
  at.end()
})
