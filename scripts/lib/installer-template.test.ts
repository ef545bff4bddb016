import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { copyTemplate, installationId, templateDefines, templateScript } from './installer-template.ts'

test('an installation has the id that electron-builder gives it', () => {
  // By its own function, UUID.v5.
  expect(installationId('example.fieldwork.client')).toBe('a5665348-e467-58cc-b6fd-9845ee047770')
})

test('the template is told what the configuration says: for a person or a machine, as is chosen, elevated', () => {
  const parts = {
    version: '1.2.3',
    description: 'D',
    archive: '/a/b.7z',
    bytes: 4_097,
    uninstaller: '/u.exe',
  }
  const defines = templateDefines(parts)
  expect(defines).toMatchObject({
    UNINSTALL_DISPLAY_NAME: 'Fieldwork 1.2.3',
    APP_64_NAME: 'b.7z',
    APP_64_UNPACKED_SIZE: '5',
    ESTIMATED_SIZE: '4',
    INSTALL_MODE_PER_ALL_USERS_REQUIRED: null,
    MULTIUSER_INSTALLMODE_ALLOW_ELEVATION: null,
  })
  const unwanted = ['ONE_CLICK', 'INSTALL_MODE_PER_ALL_USERS', 'DELETE_APP_DATA_ON_UNINSTALL']
  for (const name of unwanted) expect(defines).not.toHaveProperty(name)
})

test('the copy calls macros in place of the plugins that are missing, and is else as it stands', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'fieldwork-template-'))
  const [own, copy] = [path.join(folder, 'own'), path.join(folder, 'copy')]
  mkdirSync(path.join(own, 'include'), { recursive: true })
  const text =
    '!macro a out\n\tStdUtils::Time /NOUNLOAD\n  nsExec::Exec "a"\n  ; UAC::_ 0\nUAC::_ 2\n!macroend\n'
  writeFileSync(path.join(own, 'include/a.nsh'), text)
  writeFileSync(path.join(own, 'installer.nsi'), 'Section\nSectionEnd')
  writeFileSync(path.join(own, 'messages.yml'), '# no\nrunning:\n  en: "It runs.\\nOK?"\n  de: Es läuft\n')
  writeFileSync(path.join(own, 'assistedMessages.yml'), 'forAll:\n  en: For &all\n')
  copyTemplate(own, copy)
  const changed = text.replace('StdUtils::Time', '!insertmacro StdUtils.Time')
  expect(readFileSync(path.join(copy, 'include/a.nsh'), 'utf8')).toBe(
    changed.replace('\nUAC::_ 2', '\n!insertmacro UAC._ 2'),
  )
  expect(readFileSync(path.join(own, 'include/a.nsh'), 'utf8')).toBe(text)
  const script = templateScript(copy, ['/more.nsh'])
  expect(script).toContain('LangString running 1033 "It runs.$\\r$\\nOK?"')
  expect(script).toContain('LangString forAll 1033 "For &all"')
  expect(script).toMatch(/!include "\/more\.nsh"\nSection\nSectionEnd$/)
  writeFileSync(path.join(copy, 'messages.yml'), 'running: {}\n')
  expect(() => templateScript(copy, [])).toThrow('no messages')
  rmSync(folder, { recursive: true })
})
