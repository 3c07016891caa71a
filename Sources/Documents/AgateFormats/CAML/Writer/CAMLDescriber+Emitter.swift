import CoreGraphics
import QuartzCore
import RenderTree

extension CAMLDescriber {
    /// Returns the cells of an emitter or of another cell, by the table of their properties.
    func cells(_ cells: [CAEmitterCell], of layer: CALayer, in path: String = "emitterCells", depth: Int = 0) -> CAMLProperty {
        // A cell may contain itself. Cells nested more deeply are not drawn.
        guard depth < CAEmitterCell.depthLimit else {
            leftOut(layer, path, "cells are nested more than \(CAEmitterCell.depthLimit) deep")
            return Self.property("emitterCells", .array([]))
        }
        return Self.property(
            "emitterCells",
            .array(
                cells.enumerated().map { index, cell in
                    .object(self.cell(cell, of: layer, in: "\(path).\(cell.name ?? "\(index)")", depth: depth))
                }))
    }

    /// Returns the behaviours of an emitter, by the table of their inputs.
    func behaviors(_ behaviors: [CAEmitterBehavior], of layer: CALayer) -> CAMLProperty {
        Self.property(
            "emitterBehaviors",
            .array(
                behaviors.enumerated().map { index, behavior in
                    let name = "CAEmitterBehavior"
                    var object = CAMLObject(className: name, elementName: name, id: nil, properties: [], line: 1, column: 1)
                    object.properties.append(Self.property("type", .string(behavior.type)))
                    let path = "emitterBehaviors.\(behavior.name ?? "\(index)")"
                    for (key, _, value) in behavior.inputs() {
                        do {
                            object.properties.append(Self.property(key, try self.value(value)))
                        } catch {
                            leftOut(layer, "\(path).\(key)", (error as? CAMLNumbers.Refusal)?.reason ?? "\(error)")
                        }
                    }
                    for key in behavior.ownKeys.keys.sorted() {
                        leftOut(layer, "\(path).\(key)", "documents can't store this key of a behaviour")
                    }
                    return .object(object)
                }))
    }

    private func cell(_ cell: CAEmitterCell, of layer: CALayer, in path: String, depth: Int) -> CAMLObject {
        var object = CAMLObject(className: "CAEmitterCell", elementName: "CAEmitterCell", id: nil, properties: [], line: 1, column: 1)
        let standard = CAEmitterCell()
        for row in EmitterCellProperty.rows {
            let value = cell.value(forKey: row.key).flatMap { Boxing.value($0, as: row.kind) }
            guard value != standard.value(forKey: row.key).flatMap({ Boxing.value($0, as: row.kind) }) else { continue }
            do {
                object.properties.append(Self.property(row.key, try self.value(value, of: row)))
            } catch {
                leftOut(layer, "\(path).\(row.key)", (error as? CAMLNumbers.Refusal)?.reason ?? "\(error)")
            }
        }
        for key in cell.ownKeys.keys.sorted() + (cell.style == nil ? [] : ["style"]) {
            leftOut(layer, "\(path).\(key)", "documents can't store this key of a cell")
        }
        if let inner = cell.emitterCells { object.properties.append(cells(inner, of: layer, in: path + ".emitterCells", depth: depth + 1)) }
        return object
    }

    private func value(_ value: PropertyValue?, of row: EmitterCellProperty) throws -> CAMLValue {
        guard let value else { return .null }
        guard case .number(let n) = value else { return try self.value(value) }
        return .number(
            try finite(row.isFloat ? Self.double(Float(n)) : n, mayBeEndless: row.key == "lifetime" || CAMLReader.mayBeEndless(row.key)))
    }
}
