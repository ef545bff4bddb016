import { PERMISSIONS, type PermissionName } from '#shared/domain/permissions.ts'

/** A token as a server would sign it, but for the signature, which a client doesn't check. */
export function testToken(
  permissions: readonly PermissionName[] = [],
  claims: Record<string, unknown> = {},
): string {
  const all = {
    userId: 7,
    interviewerNameId: 'Amelia Ward',
    name: 'Amelia Ward',
    userName: 'amelia.ward',
    manager: 'Priya Shah',
    role: 'Interviewer',
    allowedPermissions: permissions.map((name) => PERMISSIONS[name]).join(','),
    userType: 'INTERVIEWER',
    tokenType: 'OTHER',
    exp: 4_000_000_000,
    ...claims,
  }
  const part = (value: unknown) =>
    btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value))))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '')
  return `${part({ alg: 'HS256', typ: 'JWT' })}.${part(all)}.signature`
}
