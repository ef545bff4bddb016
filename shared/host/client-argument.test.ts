import { expect, test } from 'vitest'
import { clientArgument, clientFromArguments } from './client-argument.ts'

test('what main says of the client is what the preload reads, whatever it holds', () => {
  const client = {
    version: '1.2.3 "ü" --x=y',
    platform: 'win32',
    serverUrl: 'https://[::1]:8080',
    logs: '~/logs',
  }
  expect(clientArgument(client)).not.toMatch(/[\s"]/)
  expect(clientFromArguments(['electron', '--type=renderer', clientArgument(client)])).toEqual(client)
})

test('a preload without its main does not start', () => {
  expect(() => clientFromArguments(['electron'])).toThrow('is missing')
})
