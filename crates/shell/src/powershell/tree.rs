//! What a PowerShell text says, as a tree.

use std::rc::Rc;

/// Statements in order, with what a script block declares in front of them.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Block {
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) body: Vec<Statement>,
}

/// A declared parameter, in lower case.
#[derive(Debug, PartialEq)]
pub(crate) struct Parameter {
    pub(crate) name: String,
    pub(crate) default: Option<Expr>,
}

#[derive(Debug, PartialEq)]
pub(crate) enum Statement {
    Chain(Vec<Pipeline>),
    Assign {
        target: Expr,
        operator: String,
        value: Box<Statement>,
    },
    /// Conditions and what follows where they hold; `otherwise` stands last, without a condition.
    If {
        arms: Vec<(Statement, Block)>,
        otherwise: Option<Block>,
    },
    Foreach {
        variable: String,
        over: Box<Statement>,
        body: Block,
    },
    /// Everything else that repeats: all parts in the order in which they are run first.
    Loop {
        parts: Vec<Statement>,
        body: Block,
    },
    Switch {
        over: Box<Statement>,
        arms: Vec<Block>,
    },
    /// The body of `try` and what may follow it.
    Try(Vec<Block>),
    Function {
        name: String,
        block: Rc<Block>,
    },
    /// `return`, `throw`, `exit`, `break`, `continue`.
    Leave(Option<Box<Statement>>),
}

/// Stages, each fed by the one before.
#[derive(Debug, PartialEq)]
pub(crate) struct Pipeline {
    pub(crate) stages: Vec<Stage>,
}

#[derive(Debug, PartialEq)]
pub(crate) struct Stage {
    pub(crate) kind: Kind,
    pub(crate) redirections: Vec<Expr>,
    /// The text of the stage, for people.
    pub(crate) shown: String,
}

#[derive(Debug, PartialEq)]
pub(crate) enum Kind {
    Expression(Expr),
    Command {
        call: Call,
        name: Expr,
        arguments: Vec<Argument>,
    },
}

/// How a command is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Call {
    /// By its name.
    Plain,
    /// `&`
    Operator,
    /// `.`: in the same scope.
    Dot,
}

#[derive(Debug, PartialEq)]
pub(crate) enum Argument {
    Value(Expr),
    /// A word that begins with a dash: as it is spelt, and its name and value where a cmdlet takes it.
    Dash {
        word: Expr,
        name: String,
        value: Option<Expr>,
    },
    Splat(String),
    /// The text after `--%`.
    Verbatim(String),
}

#[derive(Debug, PartialEq)]
pub(crate) enum Expr {
    Text(String),
    Number(i64),
    /// Pieces that are put together to one text.
    Expand(Vec<Expr>),
    Variable(String),
    List(Vec<Expr>),
    /// `( )`, `$( )`, `@( )`; `list`: it stays a list.
    Sub {
        body: Vec<Statement>,
        list: bool,
    },
    Block(Rc<Block>),
    Table(Vec<(Expr, Statement)>),
    Type(String),
    Cast(String, Box<Expr>),
    Unary(String, Box<Expr>),
    Binary(String, Box<Expr>, Box<Expr>),
    Member {
        of: Box<Expr>,
        name: Box<Expr>,
        arguments: Option<Vec<Expr>>,
        is_static: bool,
    },
    Index(Box<Expr>, Box<Expr>),
}
