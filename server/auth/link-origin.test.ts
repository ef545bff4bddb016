import { expect, test } from 'vitest'
import { linkOrigin } from './link-origin.ts'

const OWN = 'http://10.0.0.5:4000'
const originOf = (host: string | undefined, address = '127.0.0.1', options = {}) =>
  linkOrigin({ publicOrigin: null, trustedHosts: ['field.example:8443'], ownOrigin: () => OWN, ...options })({
    host,
    protocol: 'http',
    address,
  })

test.each(['localhost:3000', '127.0.0.1:3000', '[::1]:3000', 'localhost', 'field.example:8443'])(
  'a link names %s where somebody of this machine says so',
  (host) => expect(originOf(host)).toBe(`http://${host}`),
)

test.each([
  undefined,
  '',
  'evil.example',
  'field.example',
  'field.example:8443.evil.example',
  'localhost.evil.example',
  'localhost@evil.example',
  'localhost/evil',
  'localhost#',
  'localhost:3000\\evil.example',
  '127.0.0.1.evil.example',
])('a Host header of %j is not believed', (host) => expect(originOf(host)).toBe(OWN))

test('from elsewhere this machine’s own names are not believed, listed ones are', () => {
  expect(originOf('localhost:6666', '203.0.113.9')).toBe(OWN)
  expect(originOf('127.0.0.1', '::ffff:203.0.113.9')).toBe(OWN)
  expect(originOf('localhost:1', '::ffff:127.0.0.1')).toBe('http://localhost:1')
  expect(originOf('field.example:8443', '203.0.113.9')).toBe('http://field.example:8443')
})

test('a public origin wins over all', () => {
  for (const host of ['localhost', 'evil.example', undefined])
    expect(originOf(host, '127.0.0.1', { publicOrigin: 'https://field.example' })).toBe(
      'https://field.example',
    )
})
