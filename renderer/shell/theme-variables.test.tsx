import { MantineProvider } from '@mantine/core'
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { theme } from './theme.ts'

/** The style that the kit would write into the page with each start, one declaration a line. */
function written(): string {
  const { container } = render(<MantineProvider theme={theme} withGlobalClasses={false} />)
  const css = container.querySelector('style')?.textContent ?? ''
  const rules = [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selector = '', body = '']) => {
    const lines = body.split(';').filter((line) => line.trim() !== '')
    const declarations = lines.map((line) => `  ${line.trim().replace(/^([^:]+):\s*/, '$1: ')};\n`)
    return `${selector.trim().split(/,\s*/).join(',\n')} {\n${declarations.join('')}}\n`
  })
  return rules.join('\n')
}

test('the variables of the theme are those that the kit makes of it (`npx vitest -u` writes them anew)', async () => {
  const css = written()
  expect(css).toContain('--mantine-primary-color-filled')
  await expect(css).toMatchFileSnapshot('./theme-variables.css')
})
