import type { ProjectFiles } from './project-files';

/** A call as a model makes it. */
export type ToolCall =
  | { readonly name: 'list_files'; readonly arguments: { readonly folder: string } }
  | { readonly name: 'read_file'; readonly arguments: { readonly path: string } }
  | { readonly name: 'search'; readonly arguments: { readonly text: string; readonly folder: string } };

/** Runs a call on real files; a failure is part of the result. */
export function runTool(files: ProjectFiles, call: ToolCall): Promise<string> {
  switch (call.name) {
    case 'list_files':
      return files.list(call.arguments.folder);
    case 'read_file':
      return files.read(call.arguments.path);
    case 'search':
      return files.search(call.arguments.text, call.arguments.folder);
  }
}
