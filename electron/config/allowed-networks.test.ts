import { expect, test } from 'vitest'
import { findAllowedNetworks } from './allowed-networks.ts'

test('S318 none are allowed unless the configuration file lists them', () => {
  expect(findAllowedNetworks(null)).toEqual([])
  expect(findAllowedNetworks('{"server":"https://fieldwork.example"}')).toEqual([])
  expect(findAllowedNetworks('{"allowedNetworks":["Office VPN"]}')).toEqual(['Office VPN'])
})

test.each(['', '[', '{"allowedNetworks":"Office VPN"}', '{"allowedNetworks":[1]}'])(
  'the configuration %j is an error',
  (text) => expect(() => findAllowedNetworks(text)).toThrow(),
)
