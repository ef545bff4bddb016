import { expect, test } from 'vitest'
import { canSendIncident } from './incident.ts'
import { ALLOWED_TAGS, isAllowedLink, isAllowedPicture } from './sanitise-allow-list.ts'
import { readTour } from './tours.ts'

test('the allow-list has the tags of the document and nothing that runs or loads', () => {
  for (const tag of [
    'b',
    'i',
    'em',
    'strong',
    'a',
    'h1',
    'h6',
    'p',
    'ul',
    'li',
    'img',
    'table',
    'td',
    'style',
  ])
    expect(ALLOWED_TAGS).toContain(tag)
  for (const tag of [
    'script',
    'iframe',
    'object',
    'embed',
    'form',
    'input',
    'svg',
    'link',
    'meta',
    'base',
    'div',
    'span',
  ])
    expect(ALLOWED_TAGS).not.toContain(tag)
})

test('links lead to the web, mail, a telephone or this site, and nowhere else', () => {
  for (const href of [
    'https://a.example/x',
    'http://a.example',
    'mailto:a@b.example',
    'tel:0113',
    '/dashboard',
    '#top',
  ])
    expect(isAllowedLink(href)).toBe(true)
  const bad = [
    'javascript:alert(1)',
    ' java\nscript:alert(1)',
    '\u0001JAVASCRIPT:x',
    'data:text/html,x',
    'file:///etc',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
  ]
  for (const href of bad) expect(isAllowedLink(href)).toBe(false)
})

test('pictures come over HTTPS, from this site, or with the text', () => {
  for (const src of ['https://a.example/x.png', '/logo.png', 'data:image/png;base64,AAAA'])
    expect(isAllowedPicture(src)).toBe(true)
  for (const src of [
    'http://a.example/x.png',
    'data:image/svg+xml;base64,AAAA',
    'javascript:x',
    '//a.example/x.png',
  ])
    expect(isAllowedPicture(src)).toBe(false)
})

test('an incident can be sent when everything is filled in and signed off', () => {
  const form = {
    selectedProject: 7,
    callID: 'c',
    respondentName: 'n',
    phoneNumber: '1',
    details: 'd',
    signedOff: true,
  }
  expect(canSendIncident(form)).toBe(true)
  for (const name of ['callID', 'respondentName', 'phoneNumber', 'details'])
    expect(canSendIncident({ ...form, [name]: ' ' })).toBe(false)
  expect(canSendIncident({ ...form, selectedProject: 0 })).toBe(false)
  expect(canSendIncident({ ...form, signedOff: false })).toBe(false)
})

test('W181 a tour is its readable stops, and none where it cannot be read', () => {
  const steps = [
    { element: 'side-bar', title: 'Here', text: 'This.', placement: 'LEFT' },
    { title: 'There' },
    {},
    null,
    3,
  ]
  expect(readTour(JSON.stringify({ title: 't', steps }))).toEqual([
    { element: 'side-bar', title: 'Here', text: 'This.', placement: 'LEFT' },
    { element: '', title: 'There', text: '', placement: 'AUTO' },
  ])
  for (const payload of ['', 'null', '[]', '{"steps":1}', '{']) expect(readTour(payload)).toEqual([])
})
