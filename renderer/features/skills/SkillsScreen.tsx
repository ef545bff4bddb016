import { deactivateSkill, getSkill, listSkills, saveSkill } from '#shared/contract/skills.ts'
import { SKILL_FIELDS, skillRecord, skillValues } from '#shared/records/admin/skill.ts'
import { type RecordsKind, RecordsPage } from '../records/index.ts'
import { MergeButton } from './MergeButton.tsx'
import { TEXT } from './text.ts'

/** Skills as a page of records (spec 5 §4.6). */
const SKILLS: RecordsKind = {
  record: skillRecord,
  title: TEXT.title,
  fields: SKILL_FIELDS,
  nameOf: ({ name }) => String(name),
  list: (api, request) => api.call(listSkills, request, { quiet: true }),
  read: (api, id) => api.call(getSkill, { id }, { quiet: true }),
  save: (api, values, seen) =>
    api.call(
      saveSkill,
      { ...skillValues.parse(values), ...(seen && { id: seen.id, version: seen.version }) },
      { quiet: true },
    ),
  bulk: [
    {
      label: TEXT.deactivate,
      isFor: ({ isActive }) => isActive === true,
      run: (api, { id, version }) => api.call(deactivateSkill, { id, version }, { quiet: true }),
      undo: (api, { id, version }) =>
        api.call(deactivateSkill, { id, version, isActive: true }, { quiet: true }),
    },
    {
      label: TEXT.activate,
      isFor: ({ isActive }) => isActive === false,
      run: (api, { id, version }) =>
        api.call(deactivateSkill, { id, version, isActive: true }, { quiet: true }),
      undo: (api, { id, version }) => api.call(deactivateSkill, { id, version }, { quiet: true }),
    },
  ],
  Actions: MergeButton,
}

export function SkillsScreen() {
  return <RecordsPage kind={SKILLS} />
}
