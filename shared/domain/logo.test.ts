import { expect, test } from 'vitest'
import { LOGO_MAX_BYTES, readLogo } from './logo.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const svg = (inside: string) =>
  bytes(`<?xml version="1.0"?>\n<!-- mark --><svg viewBox="0 0 1 1">${inside}</svg>`)

test('a logo is a PNG by its first bytes, or an SVG', () => {
  expect(readLogo(Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1))).toBe('image/png')
  expect(readLogo(svg('<path d="M0 0h1v1z" fill="url(#a)"/><use href="#a"/>'))).toBe('image/svg+xml')
  expect(readLogo(svg('<image href="data:image/png;base64,AA=="/>'))).toBe('image/svg+xml')
  expect(readLogo(bytes('GIF89a'))).toBe('type')
  expect(readLogo(bytes('<html><svg></svg></html>'))).toBe('type')
  expect(readLogo(new Uint8Array(0))).toBe('type')
})

test('a logo has at most 512 KB', () => {
  const start = '<svg>'
  expect(readLogo(bytes(start.padEnd(LOGO_MAX_BYTES, ' ')))).toBe('image/svg+xml')
  expect(readLogo(bytes(start.padEnd(LOGO_MAX_BYTES + 1, ' ')))).toBe('size')
})

test.each([
  '<script>alert(1)</script>',
  '<svg:script href="#a"/>',
  '<rect onload="alert(1)"/>',
  '<rect\nonclick = alert(1)/>',
  '<foreignObject><body/></foreignObject>',
  '<a href="javascript:alert(1)"><path/></a>',
  '<a xlink:href="&#106;avascript:alert(1)"/>',
  '<image href="https://elsewhere.example/pixel.png"/>',
  '<image href="data:text/html,x"/>',
  '<style>@import url(https://elsewhere.example/a.css)</style>',
  '<rect style="fill:url(https://elsewhere.example/a)"/>',
  '<!DOCTYPE svg [<!ENTITY x "y">]>',
])('an SVG with %s is refused', (inside) => {
  expect(readLogo(svg(inside))).toBe('scripts')
})
