import type { PackagePage } from './package-pages.ts';

const ROWS = ['A', 'B', 'C', 'D'];
const STYLE = `<style>
  body { margin: 20px; font: 16px sans-serif }
  .row { width: 200px; height: 40px; margin: 4px 0; background: #def; list-style: none }
  ul { padding: 0 } #fixed { background: #eee; width: 200px; height: 40px }
</style><div id="fixed">Not to be moved</div>`;
const LIST = `${STYLE}<ul id="list">${ROWS.map((id) => `<li class="row" id="${id}">${id}</li>`).join('')}</ul>`;
const ORDER = `const order = () => [...document.querySelectorAll('#list .row')].map(({ id }) => id).join('');
tell({ order: order() });`;

const REACT = `${STYLE}<div id="list"></div>`;
const MOVED = `const moved = (all, from, to) => { const next = [...all]; next.splice(to, 0, ...next.splice(from, 1)); return next };`;

/** Each page has a list of A, B, C and D, and tells their order. */
export const LISTS: Record<string, PackagePage> = {
  '/sortablejs': {
    body: LIST,
    script: `import Sortable from 'sortablejs';
      ${ORDER}
      Sortable.create(document.querySelector('#list'), { animation: 100, onEnd: () => tell({ order: order() }) });`,
  },
  '/sortablejs-own': {
    body: LIST,
    script: `import Sortable from 'sortablejs';
      ${ORDER}
      Sortable.create(document.querySelector('#list'), {
        animation: 100, forceFallback: true, onEnd: () => tell({ order: order() }),
      });`,
  },
  '/dnd-kit': {
    body: REACT,
    script: `import { useState } from 'react';
      import { createRoot } from 'react-dom/client';
      import { closestCenter, DndContext, KeyboardSensor, PointerSensor, useSensor, useSensors } from '@dnd-kit/core';
      import { arrayMove, SortableContext, sortableKeyboardCoordinates, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
      import { CSS } from '@dnd-kit/utilities';
      function Row({ id }) {
        const { attributes, listeners, setNodeRef, transform, transition } = useSortable({ id });
        const style = { transform: CSS.Transform.toString(transform), transition };
        return <div id={id} className="row" ref={setNodeRef} style={style} {...attributes} {...listeners}>{id}</div>;
      }
      function App() {
        const [rows, set] = useState(['A', 'B', 'C', 'D']);
        tell({ order: rows.join('') });
        const sensors = useSensors(
          useSensor(PointerSensor),
          useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
        );
        const end = ({ active, over }) => {
          if (over && active.id !== over.id) set((all) => arrayMove(all, all.indexOf(active.id), all.indexOf(over.id)));
        };
        return <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={end}>
          <SortableContext items={rows} strategy={verticalListSortingStrategy}>
            {rows.map((id) => <Row key={id} id={id} />)}
          </SortableContext>
        </DndContext>;
      }
      createRoot(document.querySelector('#list')).render(<App />);`,
  },
  '/hello-pangea': {
    body: REACT,
    script: `import { useState } from 'react';
      import { createRoot } from 'react-dom/client';
      import { DragDropContext, Draggable, Droppable } from '@hello-pangea/dnd';
      ${MOVED}
      function App() {
        const [rows, set] = useState(['A', 'B', 'C', 'D']);
        tell({ order: rows.join('') });
        const end = ({ source, destination }) => {
          if (destination) set((all) => moved(all, source.index, destination.index));
        };
        return <DragDropContext onDragEnd={end}><Droppable droppableId="list">{(list) =>
          <div ref={list.innerRef} {...list.droppableProps}>
            {rows.map((id, index) => <Draggable key={id} draggableId={id} index={index}>{(row) =>
              <div id={id} className="row" ref={row.innerRef} {...row.draggableProps} {...row.dragHandleProps}>{id}</div>
            }</Draggable>)}
            {list.placeholder}
          </div>}</Droppable></DragDropContext>;
      }
      createRoot(document.querySelector('#list')).render(<App />);`,
  },
  '/pragmatic': {
    body: LIST,
    script: `import { draggable, dropTargetForElements, monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
      ${ORDER}
      for (const element of document.querySelectorAll('.row')) {
        draggable({ element, getInitialData: () => ({ id: element.id }) });
        dropTargetForElements({ element, getData: () => ({ id: element.id }) });
      }
      monitorForElements({
        onDrop({ source, location: { current } }) {
          const target = current.dropTargets[0]?.element;
          tell({ dropped: target?.id ?? 'nowhere' });
          if (!target || target === source.element) return;
          const isBelow = source.element.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING;
          target[isBelow ? 'after' : 'before'](source.element);
          tell({ order: order() });
        },
      });`,
  },
  '/native': {
    body: LIST,
    script: `${ORDER}
      let dragged;
      for (const row of document.querySelectorAll('.row')) {
        row.draggable = true;
        row.ondragstart = ({ dataTransfer }) => { dragged = row; dataTransfer.setData('text/plain', row.id) };
        row.ondragover = (event) => { if (row !== dragged) event.preventDefault() };
        row.ondrop = (event) => {
          event.preventDefault();
          const source = document.getElementById(event.dataTransfer.getData('text/plain'));
          const { y, height } = row.getBoundingClientRect();
          row[event.clientY > y + height / 2 ? 'after' : 'before'](source);
          tell({ order: order() });
        };
      }`,
  },
  '/jquery-ui': {
    body: LIST,
    script: `const jquery = require('jquery');
      window.jQuery = jquery;
      require('jquery-ui/dist/jquery-ui');
      ${ORDER}
      jquery('#list').sortable({ update: () => tell({ order: order() }) });`,
  },
};

const MANY = Array.from({ length: 40 }, (_, at) => `R${at + 1}`);
const LONG = `${STYLE}<ul id="list">${MANY.map((id) => `<li class="row" id="${id}">${id}</li>`).join('')}</ul>`;

/** The same lists with forty rows, more than a window shows. */
export const LONG_LISTS: Record<string, PackagePage> = Object.fromEntries(
  ['/sortablejs', '/sortablejs-own', '/dnd-kit', '/hello-pangea', '/pragmatic', '/native', '/jquery-ui'].map(
    (path) => {
      const { script = '', body = '' } = LISTS[path] ?? {};
      const long = script
        .replace("['A', 'B', 'C', 'D']", JSON.stringify(MANY))
        .replaceAll(".join('')", '.join()');
      return [`${path}-long`, { body: body === LIST ? LONG : body, script: long }];
    },
  ),
);

/** Each page has one thing that can be put anywhere, and tells where it is. */
export const BOARDS: Record<string, PackagePage> = {
  '/jquery-ui-draggable': {
    body: `${STYLE}<div id="note" style="position: absolute; left: 50px; top: 150px; width: 80px; height: 60px; background: gold">Note</div>`,
    script: `const jquery = require('jquery');
      window.jQuery = jquery;
      require('jquery-ui/dist/jquery-ui');
      jquery('#note').draggable({ stop: (_, { position }) => tell({ at: [position.left, position.top] }) });`,
  },
  '/konva': {
    body: '<style>body { margin: 0 }</style><div id="board" style="width: 400px; height: 300px"></div>',
    script: `import Konva from 'konva';
      const stage = new Konva.Stage({ container: 'board', width: 400, height: 300 });
      const layer = new Konva.Layer();
      const note = new Konva.Rect({ x: 160, y: 110, width: 80, height: 80, fill: 'gold', draggable: true });
      layer.add(new Konva.Rect({ x: 10, y: 10, width: 60, height: 60, fill: 'silver' }), note);
      stage.add(layer);
      note.on('dragend', () => tell({ at: [note.x(), note.y()] }));`,
  },
};
