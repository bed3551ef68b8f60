import type { StudyRole } from '@/api/schema';

/** In the order of what they may do. */
export const ROLES: StudyRole[] = ['owner', 'analyst', 'editor', 'monitor', 'auditor'];
