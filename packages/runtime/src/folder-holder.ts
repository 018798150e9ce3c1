export { type FolderHolder, FolderInUse, findHolder } from '@hippocamp/db/engine/folder-lock';
