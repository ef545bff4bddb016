import { expect, test } from 'vitest'
import { UsageError } from '../main-options.ts'
import { readMediaEngine } from './read-media.ts'

const read = (port?: string, addresses?: string, host = '0.0.0.0') =>
  readMediaEngine(
    {
      ...(port !== undefined && { FIELDWORK_MEDIA_PORT: port }),
      ...(addresses !== undefined && { FIELDWORK_MEDIA_ADDRESSES: addresses }),
    },
    host,
  )

test('an engine takes a free port where none is named, 0 too; 65535 is the last; “off” leaves it out', () => {
  expect(read('off')).toBeNull()
  for (const port of [undefined, '', '0', '3478', '65535']) expect(read(port)).toBeTypeOf('function')
  for (const wrong of ['65536', '-1', 'x', '1.5', '0x10', ' 80', '1e3', 'OFF'])
    expect(() => read(wrong)).toThrow(`FIELDWORK_MEDIA_PORT ${wrong} is no port (0 to 65535), and not “off”.`)
  expect(() => read('x')).toThrow(UsageError)
})

test('addresses are of IP, with any spaces between; the first wrong one is named', () => {
  for (const good of ['', ' ', '192.0.2.7', ' 192.0.2.7   2001:db8::1\n'])
    expect(read('0', good)).toBeTypeOf('function')
  for (const wrong of ['calls.work.example', '192.0.2.256', '2001:db8::x'])
    expect(() => read('0', `192.0.2.7 ${wrong} nonsense`)).toThrow(
      `FIELDWORK_MEDIA_ADDRESSES: ${wrong} is no IP address.`,
    )
})
