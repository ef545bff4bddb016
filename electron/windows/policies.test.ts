import { describe, expect, test } from 'vitest'
import { applicationMenu } from './menu.ts'
import { mayNavigate, opensOutside } from './navigation-policy.ts'
import { permissionPolicy } from './permission-policy.ts'

const foreign = [
  'https://fieldwork/',
  'http://app//fieldwork',
  'app://fieldwork.example/',
  'app://other/',
  'app://user@fieldwork/',
  'app://fieldwork:8080/',
  'app:fieldwork',
  'file:///index.html',
  'data:text/html,x',
  'javascript:alert(1)',
  'blob:app://fieldwork/1',
  'about:blank',
  'not an address',
  '',
]

describe('navigation', () => {
  test.each(['app://fieldwork/', 'app://fieldwork/chat?room=1#end', 'APP://fieldwork/'])(
    '%s is ours',
    (url) => {
      expect(mayNavigate(url, true)).toBe(true)
      expect(mayNavigate(url, false)).toBe(false)
    },
  )
  test.each(foreign)("'%s' is not", (url) => expect(mayNavigate(url, true)).toBe(false))
})

describe('links to new windows', () => {
  test.each(['https://example.com/a?b#c', 'http://example.com', 'mailto:a@example.com'])(
    '%s opens outside',
    (url) => expect(opensOutside(url)).toBe(true),
  )
  test.each([
    'file:///C:/Windows/System32/calc.exe',
    'ms-settings:',
    'search-ms:query',
    'smb://host/share',
    '\\\\host\\share',
    'vbscript:x',
    'javascript:alert(1)',
    'app://fieldwork/',
    'https://name:secret@example.com/',
    `https://example.com/${'a'.repeat(2_100)}`,
    '/relative',
    '',
  ])('%s does not', (url) => expect(opensOutside(url)).toBe(false))
})

describe('permissions', () => {
  const remote = permissionPolicy({ loopback: false })
  const local = permissionPolicy({ loopback: true })
  const ours = 'app://fieldwork/'

  test.each(['notifications', 'media'])('%s are for our pages', (permission) => {
    expect(remote(permission, ours)).toBe(true)
    for (const url of foreign) expect(remote(permission, url)).toBe(false)
  })
  test('the way to a server on this machine is open where the server is there', () => {
    expect(local('loopback-network', ours)).toBe(true)
    expect(remote('loopback-network', ours)).toBe(false)
    expect(local('loopback-network', 'https://example.com/')).toBe(false)
  })
  test.each([
    'display-capture',
    'geolocation',
    'clipboard-read',
    'hid',
    'usb',
    'serial',
    'openExternal',
    'fullscreen',
    'unknown',
  ])('%s is refused', (permission) => expect(local(permission, ours)).toBe(false))
})

test('Ctrl+R reloads, and the menu has no zoom and no developer tools', () => {
  const text = JSON.stringify(applicationMenu('win32'))
  expect(text).toContain('{"role":"reload","accelerator":"CommandOrControl+R"}')
  expect(text).toContain('editMenu')
  expect(text).not.toMatch(/zoom|devtools|appMenu/i)
  expect(JSON.stringify(applicationMenu('darwin'))).toContain('appMenu')
})
