import type { Database } from '../db/database.ts'

/**
 * The onboarding tasks of people, with what became of them. A task is somebody's if it applies to all or to their
 * user type; what the agency does belongs to those who work through one. It is finished when it is done and,
 * where it needs approval, approved (spec 5 §3.1).
 */
export function tasksOfPeople(db: Database) {
  return db
    .selectFrom('onboardingTasks as task')
    .innerJoin('users as person', (join) =>
      join
        .on((eb) => eb.or([eb('task.applyTo', '=', ''), eb('task.applyTo', '=', eb.ref('person.userType'))]))
        .on((eb) =>
          eb.or([
            eb('task.responsible', '<>', 'AGENCY'),
            eb('person.userType', '=', 'AGENCY'),
            eb('person.agencyID', 'is not', null),
          ]),
        ),
    )
    .leftJoin('checklistItems as item', (join) =>
      join.onRef('item.taskID', '=', 'task.id').onRef('item.userID', '=', 'person.id'),
    )
    .where((eb) => eb.or([eb('task.deletedAt', 'is', null), eb('item.completedAt', 'is not', null)]))
}

/** Those of them that aren't finished. */
export function openTasksOfPeople(db: Database) {
  return tasksOfPeople(db).where((eb) =>
    eb.or([
      eb('item.completedAt', 'is', null),
      eb.and([eb('task.requiredApproval', '=', 1), eb('item.approvedAt', 'is', null)]),
    ]),
  )
}
