import { afterEach, expect, test } from 'vitest'
import { wholeStyle } from './quick-dom.ts'

afterEach(() => document.body.replaceChildren())

const KINDS = [
  'div',
  'span',
  'button',
  'table',
  'td',
  'li',
  'script',
  'dialog',
  'svg',
  'input',
  'details',
  'a',
]

test('what is shown is the same as by the whole computation', () => {
  document.body.innerHTML = `
    ${KINDS.map((kind) => `<${kind} class="one"></${kind}>`).join('')}
    ${KINDS.map((kind) => `<${kind} class="one" open></${kind}><${kind} class="one" hidden></${kind}>`).join('')}
    <div class="one" style="display: none"><p class="one">below</p></div>
    <div class="one" style="visibility: hidden"><p class="one">hidden</p>
      <p class="one" style="visibility: visible"><b class="one">seen</b></p></div>
    <p class="one" style="display: flex; color: red">both</p>`
  const all = [...document.querySelectorAll('.one')]
  expect(all.length).toBeGreaterThan(KINDS.length)
  for (const element of all) {
    const [quick, real] = [window.getComputedStyle(element), wholeStyle(window, element)]
    for (const name of ['display', 'visibility'] as const) {
      expect([element.outerHTML, quick[name]]).toEqual([element.outerHTML, real[name]])
      expect(quick.getPropertyValue(name)).toBe(real.getPropertyValue(name))
    }
    expect(quick.color).toBe(real.color)
    expect(quick.getPropertyValue('color')).toBe(real.getPropertyValue('color'))
  }
})

test('a change is seen at once', () => {
  const box = document.body.appendChild(document.createElement('div'))
  const style = window.getComputedStyle(box)
  expect(style.display).toBe('block')
  box.style.display = 'none'
  expect(style.display).toBe('none')
  box.style.removeProperty('display')
  expect(style.display).toBe('block')
})
